"""The web server: tables, seats, store, wire, clock and pages. It knows games only through the Game interface."""
