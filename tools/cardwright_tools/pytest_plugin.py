"""pytest plugin (entry point pytest11): the place where packs' scenarios become tests."""
