# SPDX-License-Identifier: MIT
"""The conformance kit: what every variant and every player must keep to, as two functions.

The author of a plugin calls them in a test:

    from dominocore.testing import check_player, check_variant

    def test_cuban():
        check_variant("cuban")

A rule that is broken raises an `AssertionError` that says where: the seed, the round and the ply
that show it again.
"""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dominocore.arguments import shorten
from dominocore.errors import (
    IllegalMoveError,
    NotationError,
    PlayerError,
    ReplayError,
    RoundOverError,
    RulesError,
)
from dominocore.match import Match, resolve
from dominocore.player_type import FAULTS, Player, PlayerSpec, explain
from dominocore.protocol import GameRules, GameState, GameView
from dominocore.record import Record
from dominocore.registry import default
from dominocore.table import read_answer
from dominocore.testing_encoder import check_encoder
from dominocore.testing_views import Where, check_boundary, unlisted
from dominocore.tiles import TileSet

if TYPE_CHECKING:
    from dominocore.variant_type import Variant

_MATCH_ROUNDS = 1000
"""A match that is not over after so many rounds of random play is taken to have no end."""


def check_variant(
    variant: Variant | GameRules | str, *, rounds: int = 200, seed: int = 1, **options: Any
) -> None:
    """Play random rounds of a variant and check what every variant must keep to.

    It checks that a deal with a seat, a round, points or hands that cannot be is refused; that
    there is a legal move until the round is over and none after; that each listed move plays, and
    no other, which leaves the state as it was; that tiles are conserved; that an observation does
    not depend on what its seat cannot see; that voids are true; that states pickle, copy and
    compare as values; that moves parse back from their text and are among all there are; that the
    encoder numbers the legal moves and hides what the observation hides; that a round has one
    outcome; that matches end if they say so; that records read back and play again; and that the
    rules survive a trip through JSON. The game may be one of a chain or any that keeps to
    `dominocore.protocol`.

    Args:
        variant: a variant, the name of one, or rules.
        rounds: how many rounds to play.
        seed: an int that all deals and moves come from.
        options: options of the variant, and fields of the rules, by name.

    Raises:
        AssertionError: the variant breaks a rule; says which, and where.
    """
    name, rules = resolve(variant, options)
    where = Where(name or "rules")
    _check_rules(where, rules)
    where.every = tuple(rules.all_moves())
    where.known = frozenset(where.every)
    where.encoder = rules.encoder()
    try:
        _check_matches(where, rules, rounds, seed)
    except RulesError as error:
        where.fail(f"a round cannot be dealt or scored: {error}", error)


def _check_matches(where: Where, rules: GameRules, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    played = number = 0
    while played < rounds:
        where.seed, where.round, where.ply = seed + number, 1, -1
        number += 1
        match = Match(rules, seed=where.seed)
        where.claim(
            match == Match(rules, seed=where.seed), "the same seed deals different first rounds"
        )
        while not match.is_over and played < rounds:
            match = _check_round(where, match, rng)
            played += 1
        if match.is_over:
            _check_end(where, match)
    if rules.has_end:
        _check_match_ends(where, rules, rng, where.seed)


# ---- rules and matches ----


def _check_rules(where: Where, rules: GameRules) -> None:
    try:
        there = json.loads(json.dumps(rules.to_dict()))
        back = type(rules).from_dict(there)
    except (TypeError, ValueError) as error:
        where.fail(f"the rules do not go through JSON: {error}", error)
    where.claim(back == rules, lambda: f"rules that went through JSON differ: {back} {rules}")
    where.claim(hash(back) == hash(rules), "equal rules have different hashes")
    where.claim(pickle.loads(pickle.dumps(rules)) == rules, "rules that were pickled differ")
    _check_refusals(where, rules)


def _check_refusals(where: Where, rules: GameRules) -> None:
    """Check that what cannot be dealt is refused with a `RulesError`."""
    try:
        state: GameState = rules.deal(seed=1)
    except RulesError:
        return  # the rounds that follow say so, and where
    rest = state.boneyard
    bad: tuple[tuple[str, dict[str, Any]], ...] = (
        ("a round before the first", {"round": -1}),
        ("a leader beyond the seats", {"leader": rules.seats}),
        ("a leader before the first seat", {"leader": -1}),
        ("points of a side too many", {"scores": (0,) * (rules.n_sides + 1)}),
        ("a hand too few", {"hands": state.hands[1:], "boneyard": rest}),
        ("the same hand for each seat", {"hands": state.hands[:1] * rules.seats, "boneyard": rest}),
    )
    for what, arguments in bad:
        try:
            rules.deal(seed=None if "hands" in arguments else 1, **arguments)
        except RulesError:
            continue
        except Exception as error:
            where.fail(f"a deal with {what} raised {explain(error)}, expected a RulesError", error)
        where.fail(f"a deal with {what} was made, expected a RulesError: {arguments}")


def _check_end(where: Where, match: Match) -> None:
    """Check a match that is over."""
    where.ply = -1
    rules: GameRules = match.rules
    winners, target = match.winners, rules.target
    where.claim(rules.has_end, "the match ended, and its rules say that it has no end")
    where.claim(bool(winners), "the match ended with no winner")
    assert winners is not None
    due = rules.winners(match.scores, len(match.rounds), match.rounds[-1].outcome)
    where.claim(
        winners == due, f"sides {winners} won with scores {match.scores}, and the rules say {due}"
    )
    where.claim(
        target is None or max(match.scores) >= target,
        f"the match ended at {match.scores} before {target}",
    )
    _check_record(where, match)
    move = match.state.history[-1][1].public
    for what in (lambda: match.play(move), lambda: match.state.play(move)):
        try:
            what()
        except RoundOverError:
            continue
        where.fail("a move after the end raised no RoundOverError")
    where.claim(pickle.loads(pickle.dumps(match)) == match, "a match that was pickled differs")


def _check_record(where: Where, match: Match) -> None:
    """Check that the record of a match reads back and plays again."""
    rules: GameRules = match.rules
    try:
        record = Record.of(match)
    except RulesError:
        return  # rules that no registered variant has cannot be named in a text
    where.claim(Record.parse(str(record)) == record, "the text of the record reads otherwise")
    there = json.loads(json.dumps(record.to_dict()))
    where.claim(Record.from_dict(there) == record, "the record in JSON reads otherwise")
    try:
        record.check(match.rules)
    except (ReplayError, NotationError) as error:
        where.fail(f"the record of the match does not play again: {error}", error)
    for seat in range(rules.seats):
        seen = record.for_seat(seat)
        where.claim(Record.parse(str(seen)) == seen, f"what seat {seat} sees reads otherwise")


def _check_match_ends(where: Where, rules: GameRules, rng: random.Random, seed: int) -> None:
    match = Match(rules, seed=seed)
    while not match.is_over:
        where.round = match.round
        if match.round > _MATCH_ROUNDS:
            where.fail(
                f"the match is not over after {_MATCH_ROUNDS} rounds of random play, at "
                f"{match.scores}; rules without an end say target=None"
            )
        match = match.play(rng.choice(match.state.moves))
    _check_end(where, match)


# ---- a round ----


def _check_round(where: Where, match: Match, rng: random.Random) -> Match:
    """Play a round of random moves, checking each position, and give the match after it."""
    where.round, where.ply = match.round, 0
    state: GameState = match.state
    start = state
    everything = _all_tiles(where, state)
    looked_at = rng.sample(range(12), 2)
    number = match.round
    while len(match.rounds) < number:
        state = match.state
        _check_position(where, state, everything)
        thorough = where.ply in looked_at
        if thorough:
            _check_moves(where, state, rng)
            _check_value(where, match)
            check_encoder(where, where.encoder, state)
        if thorough or where.ply == 0:
            check_boundary(where, start, state, rng)
        match = match.play(rng.choice(state.moves))
        where.ply += 1
    last = match.state if match.is_over else match.last
    assert last is not None
    _check_position(where, last, everything)
    _check_over(where, last)
    check_encoder(where, where.encoder, last)
    check_boundary(where, start, last, rng)
    before = match.rounds[-2].scores if number > 1 else (0,) * match.rules.n_sides
    outcome = match.rounds[-1].outcome
    where.claim(outcome == last.outcome, "the match and the round tell different outcomes")
    totals = tuple(a + b for a, b in zip(before, outcome.points, strict=True))
    where.claim(match.scores == totals, f"totals {before} and {outcome.points} made {match.scores}")
    return match


def _all_tiles(where: Where, state: GameState) -> TileSet:
    """Give all tiles of a state, each checked to be in one place only."""
    places = [*state.hands, TileSet(state.boneyard), state.played]
    tiles = TileSet()
    for place in places:
        where.claim(tiles.isdisjoint(place), lambda: f"a tile is in two places: {places}")
        tiles |= place
    return tiles


def _check_position(where: Where, state: GameState, everything: TileSet) -> None:
    """Check what holds in every position."""
    where.claim(_all_tiles(where, state) == everything, "tiles came or went")
    sizes = tuple(map(len, state.hands))
    where.claim(state.hand_sizes == sizes, f"hand_sizes={state.hand_sizes}, held {sizes}")
    where.claim(state.boneyard_size == len(state.boneyard), "boneyard_size is not its size")
    moves = state.moves
    where.claim(len(set(moves)) == len(moves), lambda: f"a move is listed twice: {moves}")
    for move in moves:
        where.claim(move in where.known, f"{move} is legal and not among all_moves()")
    if not state.is_over:
        where.claim(len(moves) > 0, "the round is not over and there is no legal move")
        where.claim(state.turn is not None, "the round is not over and nobody is on turn")
        where.claim(state.outcome is None, "the round is not over and has an outcome")
    for seat, voids in enumerate(state.voids):
        lies = [tile for tile in state.hands[seat] if any(pip in tile for pip in voids)]
        where.claim(
            not lies,
            lambda seat=seat, voids=voids, lies=lies: (  # type: ignore[misc]
                f"seat {seat} is said to lack {sorted(voids)} and holds {lies}"
            ),
        )


def _check_over(where: Where, state: GameState) -> None:
    """Check a round that is over."""
    outcome = state.outcome
    where.claim(state.is_over and outcome is not None, "a finished round has no outcome")
    assert outcome is not None
    where.claim(state.turn is None, "a finished round has somebody on turn")
    where.claim(len(state.moves) == 0, "a finished round has legal moves")
    where.claim(state.outcome == outcome, "the outcome changes when it is read again")
    rules: GameRules = state.rules
    n_sides = rules.n_sides
    where.claim(
        len(outcome.points) == n_sides and all(isinstance(x, int) for x in outcome.points),
        f"points are one int a side ({n_sides}), got {outcome.points!r}",
    )
    where.claim(state.points == outcome.points, "points differ from those of the outcome")
    if outcome.side is not None:
        where.claim(0 <= outcome.side < n_sides, f"there is no side {outcome.side}")
        where.claim(
            outcome.seat is not None and rules.side_of(outcome.seat) == outcome.side,
            f"seat {outcome.seat} is not of side {outcome.side}",
        )
    shown = state.observe(0).shown_hands
    where.claim(shown == state.hands, "the hands shown at the end are not those held")
    try:
        state.play(state.history[-1][1].public)
    except RoundOverError:
        return
    where.fail("a move after the end of the round raised no RoundOverError")


def _check_moves(where: Where, state: GameState, rng: random.Random) -> None:
    """Check that the listed moves play, and no others."""
    before = pickle.dumps(state)
    listed = tuple(state.moves)
    rules: GameRules = state.rules
    for move in listed:
        where.claim(move in state.moves, f"{move} is listed and `in` denies it")
        where.claim(rules.read_move(str(move)) == move, f"{move} does not read back")
        where.claim(rules.find_move(str(move), listed) == move, f"{move} is not found by its text")
        try:
            after = state.play(move)
        except ValueError as error:
            where.fail(f"the listed move {move} does not play: {error}", error)
        where.claim(state.play(str(move)) == after, f"{move} plays otherwise as a text")
        where.claim(after != state, f"{move} changes nothing")
    for move in unlisted(where, state, rng):
        try:
            state.play(move)
        except IllegalMoveError:
            continue
        except Exception as error:
            where.fail(f"{move} raised {explain(error)}, expected an IllegalMoveError", error)
        where.fail(f"{move} plays and is not listed: {listed}")
    where.claim(pickle.dumps(state) == before, "playing a move changed the state before it")


def _check_value(where: Where, match: Match) -> None:
    """Check that what can be kept is a value: it pickles, copies and compares."""
    state: GameState = match.state
    views = [state.observe(seat) for seat in range(len(state.hands))]
    for thing in (match, state, *views):
        kind = type(thing).__name__
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            back = pickle.loads(pickle.dumps(thing, protocol))
            where.claim(back == thing, f"a {kind} that was pickled differs")
            where.claim(hash(back) == hash(thing), f"an equal {kind} has another hash")
        where.claim(copy.copy(thing) == thing, f"a copied {kind} differs")
        where.claim(copy.deepcopy(thing) == thing, f"a deeply copied {kind} differs")
    back = pickle.loads(pickle.dumps(state))
    where.claim(back.history == state.history, "a state that was pickled lost its history")
    where.claim(tuple(back.moves) == tuple(state.moves), "it has other legal moves")


# ---- players ----


def check_player(
    spec: PlayerSpec | str,
    *,
    rounds: int = 20,
    seed: int = 1,
    variants: Iterable[Variant | GameRules | str] | None = None,
    **options: Any,
) -> None:
    """Play rounds with a player in every seat and check what every player must keep to.

    It checks that each answer is a legal move; that the same seed gives the same answers, whatever
    was played before; and that the player needs nothing but what it is shown and leaves that as it
    was. The player is made for each seat in each round, as a table does.

    Args:
        spec: a player's spec, or a text such as `"mine:depth=3"`.
        rounds: how many rounds to play of each variant and number of seats.
        seed: an int that all deals and players come from.
        variants: what to play; left out, every variant there is that the player plays, for all
            numbers of seats.
        options: options of the player.

    Raises:
        AssertionError: the player breaks a rule; says which, and where.
        PluginError: there is no such player or option.
        TypeError: the spec is neither a `PlayerSpec` nor a text.
    """
    if isinstance(spec, str):
        spec, written = default().player(spec)
        options = {**written, **options}
    elif not isinstance(spec, PlayerSpec):
        raise TypeError(
            f"spec is a PlayerSpec or a player's name, got {shorten(spec)}; a player is made "
            "anew for each round, so give PlayerSpec(name, function of a seed)"
        )
    spec.check(options)
    for name, rules in _games(variants):
        if variants is None and not spec.plays(rules):
            continue
        where = Where(f"{spec.name} in {name}")
        numbers = range(1, rounds + 1)
        first = {n: _answers(where, spec, options, rules, seed, n) for n in numbers}
        for number in reversed(numbers):
            where.claim(
                _answers(where, spec, options, rules, seed, number) == first[number],
                "the same seed and the same hands gave other answers the second time: something "
                "is kept between rounds, or chance comes from elsewhere",
            )


def _games(
    variants: Iterable[Variant | GameRules | str] | None,
) -> Iterator[tuple[str, GameRules]]:
    """Give what to play: the variants asked for, or all of them for all numbers of seats."""
    if variants is not None:
        for variant in variants:
            name, rules = resolve(variant, {})
            yield name or "rules", rules
        return
    for variant in default().variants.values():
        yield str(variant), variant.rules
        for seats in range(2, 9):
            if seats != variant.rules.seats:
                with contextlib.suppress(RulesError):
                    more = variant.configure(seats=seats)
                    yield str(more), more.rules


def _answers(
    where: Where,
    spec: PlayerSpec,
    options: dict[str, Any],
    rules: GameRules,
    seed: int,
    number: int,
) -> tuple[Any, ...]:
    """Play a round and give what the players answered."""
    where.seed, where.round, where.ply = seed, number, -1
    try:
        state: GameState = rules.deal(seed=seed, round=number)
    except RulesError:
        return ()  # the variant's fault, which check_variant finds
    try:
        players = [
            spec.create(seed * 8191 + number * 8 + seat, **options) for seat in range(rules.seats)
        ]
    except FAULTS as error:
        where.fail(f"it cannot be made: {explain(error)}", error)
    answers = []
    while not state.is_over:
        where.ply += 1
        moves = state.moves
        move = moves[0]
        if len(moves) > 1:
            assert state.turn is not None
            shown = state if spec.sees_all else state.observe(state.turn)
            move = _answer(where, players[state.turn], shown, state)
            answers.append(move)
        state = state.play(move)
    return tuple(answers)


def _answer(where: Where, player: Player, shown: GameState | GameView, state: GameState) -> Any:
    """Ask a player with a copy of what it may see, and check the answer."""
    before = pickle.dumps(shown)
    view: Any = pickle.loads(before)
    try:
        answer: object = player.choose(view)
    except FAULTS as error:
        where.fail(f"it raised {explain(error)}", error)
    try:
        move = read_answer(answer, state.rules, state.moves)
    except (PlayerError, TypeError) as error:
        where.fail(f"it answered {error}; there are {' '.join(map(str, state.moves))}", error)
    where.claim(view == pickle.loads(before), "it changed what it was shown")
    return move
