# SPDX-License-Identifier: MIT
"""The command `dominocore play`: a match on the screen, with or without a person in it."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from dominocore import registry
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
    show_table,
    strong,
)
from dominocore.errors import NotationError
from dominocore.outcome import Ending, Outcome
from dominocore.protocol import GameMove, GameRules, GameState, GameView
from dominocore.record import Record
from dominocore.record_file import write_records
from dominocore.table import Event, Table
from dominocore.tiles import Hand

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
    help="Who plays, by seat; fewer names go round the table again. Without, greedy where it plays "
    "the game.",
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
    players: str | None,
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
    rules: GameRules = chosen.rules
    if rounds is None and not rules.has_end:
        raise click.UsageError(f"{chosen} has no target: --rounds says how many rounds to play")
    chairs = seated((players or usual_player(rules)).split(","), rules, human, tiles)
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


def usual_player(rules: GameRules) -> str:
    """Give the player that is taken where none is named: greedy, or another that plays it."""
    known = registry.default().players
    able = [name for name, spec in known.items() if spec.plays(rules) and not spec.sees_all]
    own = [name for name in able if known[name].games is not None]
    return _DEFAULT_PLAYER if _DEFAULT_PLAYER in able else (own or able)[0]


def seated(
    names: list[str], rules: GameRules, human: int | None, tiles: str = "ascii"
) -> list[Any]:
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
        self, rules: GameRules, human: int | None, *, quiet: bool, silent: bool, tiles: str
    ) -> None:
        self._rules = rules
        self._tiles = tiles
        self._human = human
        self._quiet = quiet
        self._silent = silent
        self._points: tuple[int, ...] = ()
        self._before: GameState | None = None
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
        self._points = event.points
        self._before = self.table.match.state
        show()
        show(strong(f"Round {event.round}") + f"  {self._who(event.seat)} leads")

    def _move(self, event: Event) -> None:
        assert event.move is not None
        made = self._made(event, event.move)
        if self._quiet:
            return
        said = self._after(event).ends_text() if event.move.is_placement else ""
        ends = f"ends {said}" if said else ""
        scored = "".join(f"  {self._side(s)} {n:+}" for s, n in enumerate(made) if n)
        width = max(len(self._who(seat)) for seat in range(self._rules.seats))
        word = {"+": "draws", "--": "passes"}.get(str(event.move), str(event.move))
        show(f"  {self._who(event.seat):{width}}  {word:7} {ends}{scored}".rstrip())
        if event.move.is_draw and event.seat == self._human:
            say(f"  You drew {self._drawn()}.")

    def _round(self, event: Event) -> None:
        assert event.result is not None
        show_table(self._after(event), self._tiles)
        show(f"  {self._ending(event.result.outcome)}")
        for seat, hand in enumerate(event.hands):
            if hand:
                show(f"  {self._who(seat)} holds {hand} ({_times(self._worth(hand), 'point')})")
        show(f"  points  {self._by_side(event.result.outcome.points)}")
        show(f"  totals  {self._by_side(event.scores)}")

    def _made(self, event: Event, move: GameMove) -> list[int]:
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

    def _after(self, event: Event) -> GameState:
        """Give the state that an event has led to."""
        assert self.table is not None
        match = self.table.match
        ended = match.last is not None and match.state.round != event.round
        return match.last if ended and match.last is not None else match.state

    def _ending(self, outcome: Outcome) -> str:
        if outcome.ending is Ending.OUT:
            return f"{self._who(outcome.seat)} goes out"
        if outcome.ending is Ending.TARGET:
            return f"{self._who(outcome.seat)} reaches {self._rules.target}"
        winner = "nobody wins" if outcome.side is None else f"{self._side(outcome.side)} wins"
        return f"Blocked by {self._who(outcome.blocker)}: {winner}"

    def _worth(self, hand: Hand) -> int:
        return sum(map(self._rules.worth, hand))

    def _drawn(self) -> str:
        """Give the tile that the person has just drawn."""
        assert self.table is not None and self._human is not None
        match = self.table.match
        fresh = not match.state.history and match.last is not None
        state: GameState | None = match.last if fresh else match.state
        assert state is not None
        events = state.observe(self._human).events
        tile = events[-1][1].tile if events else None
        return "a tile" if tile is None else str(tile)


class Person:
    """A player who is asked at the terminal, and sees what the seat sees."""

    name = "you"

    def __init__(self, rules: GameRules, tiles: str = "ascii") -> None:
        self._claims = rules.claim == "required"
        self._tiles = tiles

    def choose(self, view: Any) -> Any:
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

    def _show(self, view: GameView, plain: list[Any]) -> None:
        lines = ["  nothing on the table yet"]
        drawn = picture(view, self._tiles, sys.stderr, FRAME)
        if drawn.strip():
            said = view.ends_text()
            ends = f"open ends {said}, " if said else ""
            sizes = " ".join(str(size) for size in view.hand_sizes)
            counts = f"  {ends}tiles in hands {sizes}, in the boneyard {view.boneyard_size}"
            lines = [drawn, counts]
        lines.append(f"  your hand {view.hand}")
        numbered = (f"{i}) {_word(move)}" for i, move in enumerate(plain, 1))
        lines.append(f"  {'  '.join(numbered)}")
        say_framed(f"seat {view.seat}", "\n".join(lines))

    def _hint(self, view: GameView, plain: list[Any]) -> None:
        """Say what the others have shown to lack, and what the usual player would do."""
        for seat, pips in enumerate(view.voids):
            if pips and seat != view.seat:
                say(f"  seat {seat} has no {' '.join(map(str, sorted(pips)))}")
        best: Any = registry.player(usual_player(view.rules)).choose(view)
        number = plain.index(best.with_claim(False) if best.claimed else best) + 1
        points = view.points_for(best)
        made = f", which makes {_times(points, 'point')}" if points else ""
        say(f"  A hint: {number}) {_word(best)}{made}")

    def _claimed(self, move: Any, word: str, view: GameView) -> Any:
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


def _word(move: GameMove) -> str:
    return {"+": "draw", "--": "pass"}.get(str(move), str(move))


def _read(word: str, plain: list[Any], view: GameView) -> Any:
    """Read a number of the list, or a move as people type it, which may be a higher number."""
    number = word.removesuffix("!")
    if not number.isdecimal():
        return view.rules.find_move(word, plain)
    if len(number) <= _DIGITS:
        if 1 <= int(number) <= len(plain):
            return plain[int(number) - 1]
        with contextlib.suppress(NotationError):
            return view.rules.find_move(number, plain)
    got = number if len(number) <= _DIGITS else f"a number of {len(number)} digits"
    raise NotationError(f"the moves are numbered 1 to {len(plain)}, got {got}", word)


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
