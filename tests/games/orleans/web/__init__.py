"""Tests of what the page makes of Orléans Stories."""
