"""The lints, one file each: a file put here is run, with all its functions under `@rule`."""
