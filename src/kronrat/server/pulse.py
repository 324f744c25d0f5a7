"""How a server is: for supervisors, proxies and those who collect figures."""

from __future__ import annotations

import asyncio
import hmac
import time

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kronrat.server.hub import Hub
from kronrat.server.reception import answer
from kronrat.server.refusal import Refusal

BEAT_S = 1.0  # how long it is believed that the database can be written


class Pulse:
    """Health, readiness and metrics."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._beating = asyncio.Lock()
        self._next_beat = 0.0

    def routes(self) -> list[Route]:
        get = ["GET"]
        return [
            Route("/healthz", self.health, methods=get),
            Route("/readyz", self.readiness, methods=get),
            Route("/metrics", self.metrics, methods=get),
        ]

    async def health(self, request: Request) -> Response:
        """Whether this process can keep what is played; if not, it should be started anew or looked at."""
        await self._beat()
        return answer({"ok": True})

    async def readiness(self, request: Request) -> Response:
        """Whether people should be sent here: the tables with something to do have been looked for."""
        if not self._hub.ready:
            raise Refusal("try_again")
        await self._beat()
        return answer({"ok": True})

    async def _beat(self) -> None:
        """Try to write, unless that was possible a moment ago: everybody may ask."""
        async with self._beating:
            if time.monotonic() >= self._next_beat:
                await self._hub.store.beat(self._hub.office.clock.now())
                self._next_beat = time.monotonic() + BEAT_S

    async def metrics(self, request: Request) -> Response:
        """For those who show the token; without one in the settings, metrics have a port of their own or none."""
        token = self._hub.office.settings.metrics_token
        shown = request.headers.get("authorization", "")
        if not token or not hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
            raise HTTPException(404, "there is nothing here")
        return await self.metrics_for_all(request)

    async def metrics_for_all(self, request: Request) -> Response:
        return Response(self._hub.office.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    def metrics_app(self) -> Starlette:
        """What answers at the port for metrics."""
        return Starlette(routes=[Route("/metrics", self.metrics_for_all, methods=["GET"])])
