"""The Wayfarers: a tiny story for tests. After three rounds the player with most areas and coins wins."""
