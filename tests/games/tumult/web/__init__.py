"""Tests of what the page makes of Tumult Royal."""
