"""What this story has printed."""
