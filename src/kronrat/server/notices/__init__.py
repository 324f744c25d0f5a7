"""Notices: what people who are not looking are told by their browser, by e-mail or at an address of their own.

What somebody is to be told follows from what is kept of the tables (`owed`), never from a moment that could be missed.
Of everything that was told, or seen at the table itself, a row is kept (`outbox`); it is written before anything is
sent, so that nothing is told twice. One process at a time sends (`messenger.py`).
"""
