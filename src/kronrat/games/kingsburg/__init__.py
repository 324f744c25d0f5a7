"""Kingsburg, first and second edition."""
