"""What the engine says when it is given what it cannot take. Each message is for a person to read."""


class EngineError(ValueError):
    """The parent of them all."""


class InvalidMove(EngineError):
    """A text that is no move of the game."""


class IllegalMove(EngineError):
    """A move that the rules refuse on this table."""


class InvalidPosition(EngineError):
    """A position that cannot lie on the game's table."""


class InvalidRecord(EngineError):
    """A record that cannot be read, or is not what it says."""


class UnknownGame(EngineError):
    """No such game, or no such variant of it."""
