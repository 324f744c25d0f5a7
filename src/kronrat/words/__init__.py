"""Words for people: message ids become sentences, German or English, from gettext catalogues."""

from kronrat.words.catalogue import NoCatalogue, languages
from kronrat.words.sentences import MissingFact, UnknownMessage, Words
from kronrat.words.template import BadTemplate

__all__ = ["BadTemplate", "MissingFact", "NoCatalogue", "UnknownMessage", "Words", "languages"]
