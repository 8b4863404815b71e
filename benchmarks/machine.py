"""What the figures of a run depend on, in words."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from games import game


def compiled() -> bool:
    """Whether the engine is an extension made by mypyc (``make compiled``)."""
    return not str(game.__file__).endswith(".py")


def machine() -> str:
    """Python, the engine, and the machine."""
    engine = "compiled by mypyc" if compiled() else "interpreted"
    cores = f"{os.cpu_count()} cores ({processor()})"
    return f"CPython {platform.python_version()}, the engine {engine}, on {cores}"


def processor() -> str:
    """Its name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
