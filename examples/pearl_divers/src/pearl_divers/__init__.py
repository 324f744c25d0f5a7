"""Pearl divers: dive in secret, dare the shark, trade at the market."""

from kronrat.box import Box

BOX = Box(id="pearls", package=__name__, rules="rules.game:Pearls", prefix="PD", minutes=(5, 15))
