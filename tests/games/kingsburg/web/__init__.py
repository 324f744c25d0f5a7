"""Tests of what the page makes of Kingsburg."""
