"""The tests of Tumult Royal."""
