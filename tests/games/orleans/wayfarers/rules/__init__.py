"""The rules of this story."""
