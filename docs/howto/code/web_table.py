"""A table on the web: observations go out, moves come in, and players think on threads."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import dominocore as dc

WAIT = 25
"""Seconds that a client is kept waiting for news."""
PATIENCE = 10
"""Seconds that a client may take to send its request."""
LONGEST = 1000
"""Bytes of the longest body that is read."""


class Refused(Exception):
    """A request that is answered with an error; its text goes to the client."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class WebTable:
    """A match that clients and players share; `None` keeps a seat for a client."""

    def __init__(self, variant: str, players: Sequence[dc.Player | None], **options: Any) -> None:
        self.match = dc.Match(variant, seats=len(players), **options)
        self.players = players
        self.version = 0
        self.changed = asyncio.Condition()
        self.tokens = {
            secrets.token_urlsafe(): seat for seat, player in enumerate(players) if player is None
        }

    def see(self, seat: int) -> dict[str, Any]:
        """Give what goes to the client of a seat: parts of its observations and nothing else."""
        view = self.match.state.observe(seat)
        last = self.match.state if self.match.is_over else self.match.last
        return {
            "version": self.version,
            "seat": seat,
            "round": view.round,
            "turn": view.turn,
            "hand": [str(tile) for tile in view.hand],
            "moves": [str(move) for move in view.moves],
            "ends": list(view.ends),
            "events": [[who, str(move)] for who, move in view.events],
            "hand_sizes": list(view.hand_sizes),
            "boneyard_size": view.boneyard_size,
            "points": list(view.points),
            "scores": list(self.match.scores),
            "last_round": None if last is None else _ended(last.observe(seat)),
            "winners": self.match.winners,
        }

    async def wait(self, seat: int, since: int) -> dict[str, Any]:
        """Give what a seat sees as soon as it is newer than a version, or after a while."""
        async with self.changed:
            try:
                async with asyncio.timeout(WAIT):
                    await self.changed.wait_for(lambda: self.version > since)
            except TimeoutError:
                pass
            return self.see(seat)

    async def play(self, seat: int, version: int, text: str) -> dict[str, Any]:
        """Play what a client has typed, if it was typed on what lies on the table now."""
        async with self.changed:
            view = self.match.state.observe(seat)
            if version != self.version or self.match.is_over or view.turn != seat:
                raise Refused(HTTPStatus.CONFLICT, "the table has changed, or it is not your turn")
            try:
                move = self.match.rules.find_move(text, view.moves)
            except dc.DominoError as error:
                raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from error
            self._put(self.match.play(move))
            return self.see(seat)

    async def run_players(self) -> None:
        """Let the players move, each on a thread, until the match is over."""
        while True:
            async with self.changed:
                await self.changed.wait_for(lambda: self.match.is_over or self._player())
                player, turn = self._player(), self.match.state.turn
            if player is None or turn is None:
                return
            view = self.match.state.observe(turn)
            try:
                match = self.match.play(await asyncio.to_thread(player.choose, view))
            except Exception as error:  # its text may tell of a hand: log the type alone
                logging.warning("the player in seat %d raised %s", turn, type(error).__name__)
                match = self.match.play(view.moves[0])
            async with self.changed:
                self._put(match)

    def _player(self) -> dc.Player | None:
        turn = self.match.state.turn
        return None if self.match.is_over or turn is None else self.players[turn]

    def _put(self, match: dc.Match) -> None:
        self.match = match
        self.version += 1
        self.changed.notify_all()


def _ended(view: dc.Observation) -> dict[str, Any]:
    """Give what everybody sees of a round that has ended: all hands lie open."""
    outcome, hands = view.outcome, view.shown_hands
    assert outcome is not None and hands is not None
    return {
        "ending": outcome.ending.value,
        "points": list(outcome.points),
        "hands": [str(hand) for hand in hands],
    }


class Server:
    """The HTTP of a table: `GET /table?since=3`, `POST /move` with a version and a move."""

    def __init__(self, table: WebTable) -> None:
        self.table = table

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request of one connection."""
        status, answer = HTTPStatus.OK, {}
        try:
            async with asyncio.timeout(PATIENCE):
                request = await _read(reader)
            answer = await self.answer(*request)
        except Refused as refused:
            status, answer = refused.status, {"error": str(refused)}
        except (
            *(TimeoutError, RecursionError, ValueError),
            *(asyncio.IncompleteReadError, asyncio.LimitOverrunError),
        ):
            status, answer = HTTPStatus.BAD_REQUEST, {"error": "this is no request"}
        body = json.dumps(answer).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        except ConnectionError:
            pass  # the client has gone; the match goes on

    async def answer(self, method: str, path: str, token: str, body: bytes) -> dict[str, Any]:
        """Give the answer to a request."""
        seat = self.table.tokens.get(token)
        if seat is None:
            raise Refused(HTTPStatus.UNAUTHORIZED, "no seat has this token")
        path, _, query = path.partition("?since=")
        if (method, path) == ("GET", "/table"):
            return await self.table.wait(seat, int(query or -1))
        if (method, path) == ("POST", "/move"):
            sent = json.loads(body)
            if not isinstance(sent, dict):
                raise ValueError("not an object")
            return await self.table.play(seat, sent.get("version", -1), str(sent.get("move")))
        raise Refused(HTTPStatus.NOT_FOUND, "there is GET /table and POST /move")


async def _read(reader: asyncio.StreamReader) -> tuple[str, str, str, bytes]:
    """Read the method, the path, the token and the body of a request."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    size = int(headers.get("content-length", "0"))
    if not 0 <= size <= LONGEST:
        raise ValueError("too long")
    token = headers.get("authorization", "").removeprefix("Bearer ")
    return method, path, token, await reader.readexactly(size)


async def main() -> None:
    """Serve one table for a client against a player."""
    table = WebTable("draw", [None, dc.player("greedy")])
    print("the token of seat 0:", *table.tokens)
    server = await asyncio.start_server(Server(table).handle, "127.0.0.1", 8000)
    async with server:
        await table.run_players()
        await asyncio.sleep(WAIT)  # let everybody see how it ended


if __name__ == "__main__":
    asyncio.run(main())
