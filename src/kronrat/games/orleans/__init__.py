"""Orléans Stories: bag building in two stories, The First Kingdom and The King's Favor."""

from kronrat.box import Box

BOX = Box(id="orleans", package=__name__, rules="rules.game:Orleans", prefix="OS", minutes=(60, 150))
