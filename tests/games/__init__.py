"""The tests of single games."""
