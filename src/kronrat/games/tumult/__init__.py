"""Tumult Royal."""
