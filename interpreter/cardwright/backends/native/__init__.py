"""Programs as C: printed, compiled with the system's compiler, and played without Python."""
