"""Attempts, their log of events, and the sockets they are played through."""
