"""Raids in real time on a server."""
