"""Bots against bots: one game, many games, many processes."""
