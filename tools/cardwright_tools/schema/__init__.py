"""JSON Schemas for editors: general ones, and ones for a single pack with its own words."""
