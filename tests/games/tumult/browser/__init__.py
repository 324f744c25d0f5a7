"""Tumult Royal in a real browser. A package, so that its browser ends with its own tests."""
