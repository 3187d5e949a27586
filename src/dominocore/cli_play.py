# SPDX-License-Identifier: MIT
"""The command `dominocore play`: a match on the screen, with or without a person in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from dominocore.builtin_players import GreedyPlayer
from dominocore.cli_talk import (
    FRAME,
    JSON,
    SEATS,
    SEED,
    SET,
    TILES,
    choose_seed,
    configured,
    picture,
    say,
    say_framed,
    say_raw,
    show,
    show_tiles,
    strong,
)
from dominocore.errors import NotationError
from dominocore.moves import Move, arm_text
from dominocore.observation import Observation
from dominocore.outcome import Ending, Outcome
from dominocore.record import Record
from dominocore.record_file import write_records
from dominocore.rules import Rules
from dominocore.state import State
from dominocore.table import Event, Table
from dominocore.tiles import Hand

_LINE_ARMS = 4
_DEFAULT_PLAYER = "greedy"
_PERSON = "human"
"""The player that is asked at the terminal."""
_DIGITS = 4
"""No list of moves has a number of more digits."""
_HELP = "  Type a number or a move, ? for a hint, q to leave the match."


class Left(BaseException):
    """The person at the terminal has had enough; no error, so that no table takes it for one."""


@click.command()
@click.argument("variant", default="draw")
@click.option(
    "--players",
    metavar="A,B,…",
    default=_DEFAULT_PLAYER,
    show_default=True,
    help="Who plays, by seat; fewer names go round the table again.",
)
@click.option("--human", type=int, metavar="SEAT", help="The seat that you play, from 0.")
@SEED
@SEATS
@SET
@click.option(
    "--rounds", type=click.IntRange(1), metavar="N", help="Stop after N rounds, not at the target."
)
@click.option(
    "--record",
    "kept",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add the record of the match to this file, also when it is left.",
)
@click.option("--quiet", "-q", is_flag=True, help="Show how rounds end, not each move.")
@TILES
@JSON
def play(
    variant: str,
    players: str,
    human: int | None,
    seed: int | None,
    seats: int | None,
    settings: Sequence[str],
    rounds: int | None,
    kept: Path | None,
    quiet: bool,
    tiles: str,
    as_json: bool,
) -> None:
    """Play a match of VARIANT: watch it, or play a seat of it.

    \b
    dominocore play latin --players greedy,random,greedy,random --seed 7
    dominocore play draw --human 0
    dominocore play fives --set target=200 --players greedy,random --rounds 1
    dominocore play draw --human 0 --record games.dgr
    """
    chosen = configured(variant, settings, seats)
    rules = chosen.rules
    if rounds is None and rules.target is None:
        raise click.UsageError(f"{chosen} has no target: --rounds says how many rounds to play")
    chairs = seated(players.split(","), rules, human, tiles)
    human = next((seat for seat, who in enumerate(chairs) if isinstance(who, Person)), None)
    known = choose_seed(seed)
    if kept is not None:
        _add(kept, "")  # before the match, not after it, it shows that the file cannot be written
    screen = Screen(rules, human, quiet=quiet, silent=as_json, tiles=tiles)
    table = Table(chosen, chairs, seed=known, watch=screen.tell)
    screen.table = table
    screen.greet(str(chosen))
    try:
        table.play_match(rounds)
    except Left:
        pass
    finally:
        if kept is not None:
            _keep(table.record, kept)
        if as_json:
            click.echo(json.dumps(_facts(table, str(chosen), known), indent=2))
        else:
            screen.part()
            if seed is None:
                say(f"seed {known}")


def seated(names: list[str], rules: Rules, human: int | None, tiles: str = "ascii") -> list[Any]:
    """Give who sits in each seat, the person among them."""
    seats = rules.seats
    if human is not None and not 0 <= human < seats:
        raise click.UsageError(f"--human {human}: seats are 0 to {seats - 1}")
    seated: list[Any] = list(names)
    if human is not None and len(names) == seats - 1:
        seated.insert(human, None)
    elif seats % len(names) == 0:
        seated *= seats // len(names)
    if len(seated) != seats:
        hint = "" if len(names) < 2 else f"; --seats {len(names)} seats them all"
        raise click.UsageError(f"{seats} seats need {seats} players, got {len(names)}{hint}")
    if human is not None:
        seated[human] = _PERSON
    return [Person(rules, tiles) if name == _PERSON else name for name in seated]


def _keep(record: Record, file: Path) -> None:
    """Add a match to a file, as text or as JSON lines."""
    lines = file.suffix == ".jsonl"
    gap = "" if lines or not file.stat().st_size else "\n"
    _add(file, gap + write_records([record], "jsonl" if lines else "dgr"))


def _add(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except OSError as error:
        raise click.UsageError(f"--record {file}: {error.strerror}") from error


def _facts(table: Table, variant: str, seed: int) -> dict[str, Any]:
    match = table.match
    return {
        "variant": variant,
        "seed": seed,
        "players": list(table.names),
        "rounds": [
            {
                "leader": result.leader,
                "ending": str(result.outcome.ending),
                "seat": result.outcome.seat,
                "side": result.outcome.side,
                "points": list(result.outcome.points),
                "scores": list(result.scores),
            }
            for result in match.rounds
        ],
        "scores": list(match.scores),
        "winners": None if match.winners is None else list(match.winners),
    }


class Screen:
    """Shows a match as everybody at the table sees it, and the person's own draws."""

    def __init__(
        self, rules: Rules, human: int | None, *, quiet: bool, silent: bool, tiles: str
    ) -> None:
        self._rules = rules
        self._tiles = tiles
        self._human = human
        self._quiet = quiet
        self._silent = silent
        self._laid: list[Move] = []
        self._points: tuple[int, ...] = ()
        self._before: State | None = None
        self.table: Table | None = None
        """The table that is watched, once there is one."""

    def greet(self, variant: str) -> None:
        """Show who plays what."""
        if self._silent or self.table is None:
            return
        show(strong(variant))
        for seat in range(self._rules.seats):
            side = "" if self._rules.sides is None else f"  side {self._rules.side_of(seat)}"
            show(f"  {self._who(seat)}{side}")
        if self._human is not None:
            say(_HELP)

    def tell(self, event: Event) -> None:
        """Show an event of the table."""
        if self._silent:
            return
        if event.kind == "deal":
            self._deal(event)
        elif event.kind == "move":
            self._move(event)
        elif event.kind == "round":
            self._round(event)

    def part(self) -> None:
        """Show what the match has come to, over or left."""
        assert self.table is not None
        match = self.table.match
        show()
        if match.winners is not None:
            names = " and ".join(self._side(side) for side in match.winners)
            won = "wins" if len(match.winners) == 1 else "share the win"
            show(strong(f"{names} {won} after {_times(len(match.rounds), 'round')}"))
        else:
            show(f"Not over after {_times(len(match.rounds), 'round')}")
        show(f"  totals  {self._by_side(match.scores)}")

    # ---- events ----

    def _deal(self, event: Event) -> None:
        assert self.table is not None
        self._laid = []
        self._points = event.points
        self._before = self.table.match.state
        show()
        show(strong(f"Round {event.round}") + f"  {self._who(event.seat)} leads")

    def _move(self, event: Event) -> None:
        assert event.move is not None
        self._laid.append(event.move)
        made = self._made(event, event.move)
        if self._quiet:
            return
        ends = "" if event.move.is_pass or event.move.is_draw else self._ends(event.ends)
        scored = "".join(f"  {self._side(s)} {n:+}" for s, n in enumerate(made) if n)
        width = max(len(self._who(seat)) for seat in range(self._rules.seats))
        word = {"+": "draws", "--": "passes"}.get(str(event.move), str(event.move))
        show(f"  {self._who(event.seat):{width}}  {word:7} {ends}{scored}".rstrip())
        if event.move.is_draw and event.seat == self._human:
            say(f"  You drew {self._drawn()}.")

    def _round(self, event: Event) -> None:
        assert event.result is not None
        show_tiles(self._laid, self._tiles)
        show(f"  {self._ending(event.result.outcome)}")
        for seat, hand in enumerate(event.hands):
            if hand:
                show(f"  {self._who(seat)} holds {hand} ({_times(self._worth(hand), 'point')})")
        show(f"  points  {self._by_side(event.result.outcome.points)}")
        show(f"  totals  {self._by_side(event.scores)}")

    def _made(self, event: Event, move: Move) -> list[int]:
        """Give the points that a move made in play, by side.

        At the end of a round the event has those of the hands, too: then they are asked for.
        """
        assert self.table is not None and self._before is not None and event.seat is not None
        match, before = self.table.match, self._before
        made = [now - then for now, then in zip(event.points, self._points, strict=True)]
        if len(match.rounds) == event.round:
            paid = move.is_placement and (move.claimed or self._rules.claim == "auto")
            made = [0] * self._rules.n_sides
            made[self._rules.side_of(event.seat)] = before.points_for(move) if paid else 0
        self._points, self._before = event.points, match.state
        return made

    # ---- words ----

    def _who(self, seat: int | None) -> str:
        name = "" if self.table is None or seat is None else self.table.names[seat]
        return f"seat {seat} {name}".rstrip()

    def _side(self, side: int) -> str:
        if self._rules.sides is not None:
            return f"side {side}"
        return self._who(side)

    def _by_side(self, numbers: Sequence[int]) -> str:
        return "  ".join(f"{self._side(side)}: {n}" for side, n in enumerate(numbers))

    def _ends(self, ends: Sequence[int]) -> str:
        """Say the open ends, with the arms' marks where their order gives them away."""
        marked = self._rules.spinner != "every_double" and len(ends) <= _LINE_ARMS
        return "ends " + " ".join(
            f"{arm_text(arm)}{pip}" if marked else str(pip) for arm, pip in enumerate(ends)
        )

    def _ending(self, outcome: Outcome) -> str:
        if outcome.ending is Ending.OUT:
            return f"{self._who(outcome.seat)} goes out"
        if outcome.ending is Ending.TARGET:
            return f"{self._who(outcome.seat)} reaches {self._rules.target}"
        winner = "nobody wins" if outcome.side is None else f"{self._side(outcome.side)} wins"
        return f"Blocked by {self._who(outcome.blocker)}: {winner}"

    def _worth(self, hand: Hand) -> int:
        values = dict(self._rules.tile_values)
        return sum(values.get(str(tile), tile.pips) for tile in hand)

    def _drawn(self) -> str:
        """Give the tile that the person has just drawn."""
        assert self.table is not None and self._human is not None
        match = self.table.match
        fresh = not match.state.history and match.last is not None
        state = match.last if fresh else match.state
        assert state is not None
        move = state.observe(self._human).last_move
        return "a tile" if move is None or move.tile is None else str(move.tile)


class Person:
    """A player who is asked at the terminal, and sees what the seat sees."""

    name = "you"

    def __init__(self, rules: Rules, tiles: str = "ascii") -> None:
        self._claims = rules.claim == "required"
        self._tiles = tiles

    def choose(self, view: Observation) -> Move:
        """Show the table and the hand and ask until the answer is a legal move.

        Raises:
            Left: the input has ended, or the answer was `q`.
        """
        plain = [move for move in view.moves if not move.claimed]
        self._show(view, plain)
        while True:
            word = _ask("Your move: ")
            if word in ("q", "quit", "exit"):
                raise Left
            if word in ("", "?", "h", "help"):
                self._show(view, plain)
                self._hint(view, plain)
                say(_HELP)
                continue
            try:
                move = _read(word, plain, view)
            except NotationError as error:
                say(f"  {error}")
                continue
            return self._claimed(move, word, view)

    def _show(self, view: Observation, plain: list[Move]) -> None:
        laid = [move for _, move in view.events if move.is_placement]
        lines = ["  nothing on the table yet"]
        if laid:
            ends = " ".join(f"{arm_text(arm)}{pip}" for arm, pip in view.arms.items())
            sizes = " ".join(str(size) for size in view.hand_sizes)
            lines = [
                picture(laid, self._tiles, sys.stderr, FRAME),
                f"  open ends {ends}, tiles in hands {sizes}, in the boneyard {view.boneyard_size}",
            ]
        lines.append(f"  your hand {view.hand}")
        numbered = (f"{i}) {_word(move)}" for i, move in enumerate(plain, 1))
        lines.append(f"  {'  '.join(numbered)}")
        say_framed(f"seat {view.seat}", "\n".join(lines))

    def _hint(self, view: Observation, plain: list[Move]) -> None:
        """Say what the others have shown to lack, and what the player `greedy` would do."""
        for seat, pips in enumerate(view.voids):
            if pips and seat != view.seat:
                say(f"  seat {seat} has no {' '.join(map(str, sorted(pips)))}")
        best = GreedyPlayer(0).choose(view)
        number = plain.index(best.with_claim(False)) + 1
        points = view.points_for(best)
        made = f", which makes {_times(points, 'point')}" if points else ""
        say(f"  A hint: {number}) {_word(best)}{made}")

    def _claimed(self, move: Move, word: str, view: Observation) -> Move:
        """Claim the points where that is wanted; the rules do not say whether there are any."""
        if not self._claims or not move.is_placement:
            return move
        if not word.endswith("!") and _ask("Claim points? [y/N] ").lower() not in ("y", "yes"):
            return move
        claimed = move.with_claim()
        if claimed in view.moves:
            return claimed
        say("  There are none to claim.")
        return move


def _word(move: Move) -> str:
    return {"+": "draw", "--": "pass"}.get(str(move), str(move))


def _read(word: str, plain: list[Move], view: Observation) -> Move:
    """Read a number of the list, or a move as people type it."""
    number = word.removesuffix("!")
    if number.isdecimal():
        if len(number) > _DIGITS or not 1 <= int(number) <= len(plain):
            got = number if len(number) <= _DIGITS else f"a number of {len(number)} digits"
            raise NotationError(f"the moves are numbered 1 to {len(plain)}, got {got}", word)
        return plain[int(number) - 1]
    return Move.read(word, view.moves).with_claim(False)


def _ask(question: str) -> str:
    """Ask on standard error and give the line that is answered.

    Raises:
        Left: the input has ended, is closed or cannot be read.
    """
    say_raw(question)
    try:
        line = "" if sys.stdin is None else sys.stdin.readline()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"  # no move: the question comes again
    except (OSError, ValueError):
        line = ""
    if not line:
        say("")
        raise Left
    return line.strip()


def _times(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
