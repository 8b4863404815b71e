"""Structured logs: one line an event, as JSON where a machine reads them, in colour where a person does."""

from __future__ import annotations

from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, console: bool, level: str) -> dict[str, Any]:
    """Configure structlog, and give Django's LOGGING to match."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: list[Any] = (
        [structlog.dev.ConsoleRenderer()]
        if console
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            }
        },
        "handlers": {"default": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["default"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "daphne": {"level": "WARNING"},
            "axes": {"level": "WARNING"},
            # Said better by ourselves (solitaire.sockets.hub), or by anybody who knocks at a wrong name.
            "channels_redis": {"level": "CRITICAL"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
