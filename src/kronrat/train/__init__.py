"""Values learned from games: self-play, positions at quiet moments, and a small net that fits them."""
