"""Who plays: accounts, guests, bots, bans and profiles."""
