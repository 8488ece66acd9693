"""JSON Schemas for editors: those of every pack, and those of one pack with its own words."""
