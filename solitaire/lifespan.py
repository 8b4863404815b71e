"""What a process does when it begins and when it ends, where its server says so.

uvicorn does. Under Daphne the first socket begins it.
"""

from __future__ import annotations

from typing import Any

from solitaire.play.batches import writer
from solitaire.play.hints import hints


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Connect to the database before the first move; end the processes that think."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            writer().start()
            await send({"type": "lifespan.startup.complete"})
        else:
            hints.close()
            await send({"type": "lifespan.shutdown.complete"})
            return
