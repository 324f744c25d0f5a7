"""Pearl divers: a tiny game that only tests play, with everything in it that a bigger game may need.

Every seat holds the card of a secret cove. A game has two rounds, and a round has five parts:

- PD-TIDE  The sea washes up three pearls or, half as likely, five.
- PD-DIVE  All together and in secret: each seat has two divers, to send to the shore (`place 0`) or, one of them
           only, to its own cove (`place COVE`). Divers may stay at home; who is done says `ready`. How many divers are
           out is open to all, where they are is not.
- PD-SHOW  All plans are shown. The shore brings a pearl for each diver, a cove three; but a cove that was shown is used
           up, and its owner draws a new card, if there is another round.
- PD-GRAB  All together and at once: everybody grabs one or two of the washed-up pearls, again and again, until none
           is left, all have left, or the hourglass has run out.
- PD-BUY   In seat order everybody may buy one ware, or sell the own cove (`sell COVE`) for two pearls; then all see it.
           Which wares there are is an option of the table (`wares`).

- PD-END   A cove that was kept secret brings as many pearls as its number says. Pearls and wares make the score;
           equal scores are parted by the number of wares, and otherwise share the place.

So there is hidden information (cards, plans, the deck), chance (a shuffle, a weighted draw), a sealed and an open
`Together`, a CLOCK, a question that may have one answer only, and a price that one may be too poor for.
"""

from tests.tiny.game import Pearls

__all__ = ["Pearls"]
