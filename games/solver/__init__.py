"""Searching: is a deal won, what is its par, and what would be a good move now."""

from games.solver.search import Limits, Verdict, solve

__all__ = ["Limits", "Verdict", "solve"]
