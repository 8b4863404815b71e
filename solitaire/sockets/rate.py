"""How fast one may talk."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """A token bucket: ``burst`` messages at once, ``rate`` a second in the long run.

    ``overflow`` counts what was refused since the bucket was last full.
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens: float = burst
        self._at = clock()
        self.overflow = 0

    def take(self) -> bool:
        """Whether one more message may pass now."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens == self._burst:
            self.overflow = 0
        if self._tokens >= 1:
            self._tokens -= 1
            return True
        self.overflow += 1
        return False
