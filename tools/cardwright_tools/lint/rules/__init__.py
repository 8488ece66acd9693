"""The lints, one file each: all functions decorated with `@rule` in this folder are run."""
