"""The service of Cadogan: players, deals of the day, attempts and leaderboards."""
