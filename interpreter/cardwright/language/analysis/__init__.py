"""What checked rules may do, worked out before anything is played."""
