"""What is on the table: kinds, their properties, zones, grids and dice."""
