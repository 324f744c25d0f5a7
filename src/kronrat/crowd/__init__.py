"""Crowds of clients that measure a server from a process of their own."""
