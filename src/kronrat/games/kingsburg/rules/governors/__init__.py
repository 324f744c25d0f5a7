"""The governor cards: one class for each, listed here in the order of the data."""

from kronrat.core.flow import Step
from kronrat.games.kingsburg.rules.governors import builders, court, dice, war, wealth
from kronrat.games.kingsburg.rules.hooks import Governor

GOVERNORS: tuple[type[Governor], ...] = (
    builders.Architect,
    wealth.Minstrel,
    builders.Sorcerer,
    dice.Philosopher,
    court.Politician,
    builders.Preacher,
    dice.Priest,
    dice.Prince,
    builders.TaxCollector,
    builders.Carpenter,
    builders.Miner,
    builders.Sculptor,
    war.Damsel,
    dice.Heiress,
    dice.Fairy,
    wealth.Usurer,
    dice.Trickster,
    court.Duke,
    war.General,
    wealth.Innkeeper,
    war.Knight,
    war.Spy,
    wealth.Peddler,
    builders.Courtier,
)

STEPS: tuple[type[Step], ...] = (war.SpareBuilding,)
