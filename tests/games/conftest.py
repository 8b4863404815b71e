"""How long the engine is tried: short by default, long with ``make soak``."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("PLAYS", "quick"))
