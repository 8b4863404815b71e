"""Where the web and the websockets come in."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
web = get_asgi_application()

# What follows needs Django to be set up.
from channels.routing import ProtocolTypeRouter  # noqa: E402

from solitaire.lifespan import lifespan  # noqa: E402
from solitaire.routing import sockets  # noqa: E402
from solitaire.sockets.origins import OriginGate  # noqa: E402
from solitaire.sockets.steady import make_steady  # noqa: E402

application = ProtocolTypeRouter({"http": web, "websocket": OriginGate(sockets), "lifespan": lifespan})
make_steady()
