# SPDX-License-Identifier: MIT
"""The conformance kit passes what is right and finds each kind of fault."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import dominocore as dc
from dominocore.state import State
from dominocore.testing import check_player, check_variant

BLOCK = dc.Rules(target=30)


@pytest.mark.parametrize("name", list(dc.Registry(entry_points=False).variants))
def test_every_built_in_variant_conforms(name: str) -> None:
    """Rounds of each show no fault."""
    check_variant(name, rounds=8, seed=3)


@pytest.mark.parametrize("name", sorted({*dc.Registry(entry_points=False).players} - {"human"}))
def test_every_built_in_player_conforms(name: str) -> None:
    """Rounds of each variant, with all numbers of seats, show no fault; a person is not asked."""
    check_player(name, rounds=1, seed=3)


def test_rules_and_options_can_be_checked() -> None:
    """The kit takes rules, and options of a variant by name."""
    check_variant(BLOCK, rounds=5)
    check_variant("latin", rounds=5, pairs=True)
    with pytest.raises(dc.RulesError):
        check_variant("latin", rounds=5, colour="red")


def test_a_match_without_an_end_is_found() -> None:
    """Rules that never reach their target are told to say target=None."""
    with pytest.raises(AssertionError, match="target=None"):
        check_variant(BLOCK.replace(score="none"), rounds=2)
    check_variant(BLOCK.replace(score="none", target=None), rounds=2)


def test_a_deal_that_nobody_can_open_is_found() -> None:
    """The opening criteria have to name a leader in every deal."""
    with pytest.raises(AssertionError, match="cannot be dealt"):
        check_variant(BLOCK.replace(opening=("tile 6-6",)), rounds=30)


@pytest.mark.parametrize(
    ("lax", "message"),
    [
        ({"leader": None}, "a leader beyond the seats was made"),
        ({"round": 1}, "a round before the first was made"),
        ({"scores": None}, "points of a side too many was made"),
        ({"hands": None, "boneyard": None}, "a hand too few was made"),
    ],
)
def test_a_deal_that_should_be_refused_is_found(
    monkeypatch: pytest.MonkeyPatch, lax: dict[str, Any], message: str
) -> None:
    """Rules that leave out of account what they are told are not taken for rules that refuse it."""
    deal = dc.Rules.deal
    monkeypatch.setattr(dc.Rules, "deal", lambda self, **told: deal(self, **{**told, **lax}))
    with pytest.raises(AssertionError, match=message):
        check_variant(BLOCK, rounds=2)


def test_the_message_says_where() -> None:
    """It names the seed, the round and the ply."""
    with pytest.raises(AssertionError, match=r"rules, seed 1, round \d+"):
        check_variant(BLOCK.replace(score="none"), rounds=2)


def test_a_view_that_depends_on_hidden_tiles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat sees may not tell, however indirectly, who holds a tile."""
    observe = State.observe

    def leak(self: State, seat: int) -> dc.Observation:
        view = observe(self, seat)
        other = self.hand((seat + 1) % self.rules.seats)
        events = view._events + (b"" if self.is_over or len(other) == 0 else max(other)._parity())
        return dc.Observation(view.rules, view._bytes, events)

    parity = {True: b"\xff\x3f", False: b"\xff\x3e"}
    monkeypatch.setattr(dc.Tile, "_parity", lambda self: parity[self.is_double], raising=False)
    monkeypatch.setattr(State, "observe", leak)
    with pytest.raises(AssertionError, match="cannot see"):
        check_variant(BLOCK, rounds=5)


def test_a_move_that_plays_unlisted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit tries moves that are not listed."""
    play = State.play

    def lax(self: State, move: dc.Move | str) -> State:
        try:
            return play(self, move)
        except dc.IllegalMoveError:
            return self

    monkeypatch.setattr(State, "play", lax)
    with pytest.raises(AssertionError, match="is not listed"):
        check_variant(BLOCK, rounds=5)


def test_an_error_that_tells_of_hidden_tiles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of an error is part of what a seat sees."""

    def tell(self: State, move: dc.Move, code: int) -> State:
        raise dc.IllegalMoveError(f"the others hold {self.hands}")

    monkeypatch.setattr(State, "_refuse", tell)
    with pytest.raises(AssertionError, match="the error of"):
        check_variant(BLOCK, rounds=5)


def test_voids_that_are_not_true_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat may not be said to lack what it holds."""
    everything = property(lambda self: (frozenset(range(7)),) * self.rules.seats)
    monkeypatch.setattr(State, "voids", everything)
    with pytest.raises(AssertionError, match="is said to lack"):
        check_variant(BLOCK, rounds=2)


def test_rules_that_json_cannot_hold_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set is no JSON value, and JSON has no way to give it back."""
    monkeypatch.setattr(dc.Rules, "to_dict", lambda self: {"opening": {"lots"}})
    with pytest.raises(AssertionError, match="the rules do not go through JSON"):
        check_variant(BLOCK, rounds=1)


def test_rules_that_deal_nothing_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that refuse every deal refuse the bad ones too; the first round shows the fault."""

    def refuse(self: dc.Rules, **told: Any) -> State:
        raise dc.RulesError("no tile is there")

    monkeypatch.setattr(dc.Rules, "deal", refuse)
    with pytest.raises(AssertionError, match="cannot be dealt or scored: no tile is there"):
        check_variant(BLOCK, rounds=1)


def test_a_refusal_of_another_kind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that cannot be is a `RulesError`; any other error is a fault of the variant."""
    deal = dc.Rules.deal

    def clumsy(self: dc.Rules, **told: Any) -> State:
        return deal(self, **told) if told.get("round", 1) > 0 else {}["round"]

    monkeypatch.setattr(dc.Rules, "deal", clumsy)
    with pytest.raises(
        AssertionError, match=r"round before the first raised KeyError.* RulesError"
    ):
        check_variant(BLOCK, rounds=1)


def test_a_match_that_goes_on_after_its_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is over takes no move, though nothing may come of it."""
    play = dc.Match.play
    monkeypatch.setattr(
        dc.Match, "play", lambda self, move: self if self.is_over else play(self, move)
    )
    with pytest.raises(AssertionError, match="a move after the end raised no RoundOverError"):
        check_variant(BLOCK.replace(target=1), rounds=5)


def test_a_record_that_does_not_play_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with a point too many reads back as it is, and the rules say otherwise."""
    of = dc.Record.of

    def generous(match: dc.Match) -> dc.Record:
        record = of(match)
        *before, last = record.rounds
        assert last.end is not None
        points = tuple(n + 1 for n in last.end.points)
        last = replace(last, end=replace(last.end, points=points))
        return replace(record, rounds=(*before, last))

    monkeypatch.setattr(dc.Record, "of", generous)
    with pytest.raises(AssertionError, match="the record of the match does not play again: round"):
        check_variant(BLOCK.replace(target=1), rounds=5)


def test_a_round_that_goes_on_after_its_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that is over takes no move, though nothing may come of it."""
    play = State.play
    monkeypatch.setattr(State, "play", lambda self, m: self if self.is_over else play(self, m))
    with pytest.raises(AssertionError, match="after the end of the round raised no RoundOver"):
        check_variant(BLOCK, rounds=1)


def in_a_match(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Give a list that is not empty while a match plays a move itself."""
    play, inside = dc.Match.play, []

    def marked(self: dc.Match, move: dc.Move) -> dc.Match:
        inside.append(True)
        try:
            return play(self, move)
        finally:
            inside.pop()

    monkeypatch.setattr(dc.Match, "play", marked)
    return inside


def test_a_listed_move_that_does_not_play_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit plays each listed move, though the match goes on with one of them only."""
    inside, play = in_a_match(monkeypatch), State.play

    def choosy(self: State, move: dc.Move | str) -> State:
        if not inside and len(self.moves) > 1 and move == self.moves[-1]:
            raise dc.IllegalMoveError("not today")
        return play(self, move)

    monkeypatch.setattr(State, "play", choosy)
    monkeypatch.setattr("dominocore.testing.check_boundary", lambda *given: None)
    with pytest.raises(AssertionError, match=r"the listed move \S+ does not play: not today"):
        check_variant(BLOCK, rounds=3)


def test_an_illegal_move_that_raises_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of the game that is not legal raises an `IllegalMoveError` and nothing else."""

    def trip(self: State, move: dc.Move, code: int) -> State:
        raise LookupError("no such tile")

    monkeypatch.setattr(State, "_refuse", trip)
    monkeypatch.setattr("dominocore.testing.check_boundary", lambda *given: None)
    with pytest.raises(AssertionError, match="no such tile, expected an IllegalMoveError"):
        check_variant(BLOCK, rounds=3)


def test_a_round_that_does_not_play_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round dealt by its hands is led by who led it, whatever the rules make of it."""
    deal = dc.Rules.deal

    def first_leads(self: dc.Rules, **told: Any) -> State:
        return deal(self, **{**told, "leader": 0} if "hands" in told else told)

    monkeypatch.setattr(dc.Rules, "deal", first_leads)
    with pytest.raises(AssertionError, match="do not play again from the same hands"):
        check_variant(BLOCK, rounds=10)


class Player:
    """A player that does what a function says."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose


def spec(choose: Any) -> dc.PlayerSpec:
    """Give a spec of a player without chance."""
    return dc.PlayerSpec("mine", lambda seed: Player(choose))


def test_a_player_of_ones_own_conforms() -> None:
    """A spec can be checked without being registered, and options go to it."""
    heavy = spec(lambda view: max(view.moves, key=lambda move: move.pips))
    check_player(heavy, rounds=3, variants=["block", BLOCK])

    def make(seed: int, last: bool = False) -> Player:
        return Player(lambda view: view.moves[-1 if last else 0])

    check_player(dc.PlayerSpec("mine", make), rounds=3, variants=["block"], last=True)
    with pytest.raises(dc.PluginError):
        check_player(heavy, rounds=1, variants=["block"], depth=3)


def test_a_player_that_cannot_be_made_is_found() -> None:
    """The message says that it was the making."""
    with pytest.raises(AssertionError, match="cannot be made"):
        check_player(dc.PlayerSpec("mine", lambda seed: None), variants=["block"])  # type: ignore[arg-type,return-value]


def test_a_player_in_place_of_a_spec_is_refused() -> None:
    """A finished player is not taken, because each round needs a new one; the error says so."""
    with pytest.raises(TypeError, match=r"got 7; .* so give PlayerSpec"):
        check_player(7)  # type: ignore[arg-type]


def test_a_deal_that_nobody_can_open_is_not_the_fault_of_a_player() -> None:
    """In about half of the rounds the 6-6 is in no hand: they are passed over, not held against
    the player.
    """
    rules = BLOCK.replace(opening=("tile 6-6",))
    with pytest.raises(dc.RulesError):
        for number in range(1, 11):
            rules.deal(seed=1, round=number)
    check_player(spec(lambda view: view.moves[0]), rounds=10, variants=[rules])


def test_an_illegal_answer_is_found() -> None:
    """So is an answer that is no move at all, and an exception."""
    for answer in (lambda view: dc.Move(">18-7"), lambda view: None, lambda view: 1 // 0):
        with pytest.raises(AssertionError, match=r"mine in block, seed 1, round 1, ply \d+: it"):
            check_player(spec(answer), variants=["block"])


def test_a_player_that_breaks_what_it_can_is_found() -> None:
    """Leaving the program, and what cannot be shown, are faults like any other."""

    class NoText(Exception):
        def __str__(self) -> str:
            raise RuntimeError

        __repr__ = __str__

    for error in (SystemExit(3), GeneratorExit(), NoText()):

        def choose(view: dc.Observation, error: BaseException = error) -> dc.Move:
            raise error

        with pytest.raises(AssertionError, match=f"it raised {type(error).__name__}"):
            check_player(spec(choose), variants=["block"])
    with pytest.raises(AssertionError, match="it answered a value of type NoText, which is no"):
        check_player(spec(lambda view: NoText()), variants=["block"])
    with pytest.raises(AssertionError, match=r"means no legal move, or several; there are [*>]"):
        check_player(spec(lambda view: "x"), variants=["block"])


def test_chance_from_elsewhere_is_found() -> None:
    """The same seed has to give the same answers."""
    chance = random.Random(1)
    with pytest.raises(AssertionError, match="other answers the second time"):
        check_player(spec(lambda view: chance.choice(view.moves)), variants=["block"])


def test_what_is_kept_between_rounds_is_found() -> None:
    """A count that goes on from round to round shows in the answers."""
    asked: list[int] = []

    def choose(view: dc.Observation) -> dc.Move:
        asked.append(view.round)
        return view.moves[len(set(asked)) // 2 % len(view.moves)]

    with pytest.raises(AssertionError, match="kept between rounds"):
        check_player(spec(choose), variants=["block"])


def test_a_changed_view_is_found() -> None:
    """A player may not write on what it is shown."""

    def choose(view: dc.Observation) -> dc.Move:
        move = view.moves[0]
        view._events = b""
        return move

    with pytest.raises(AssertionError, match="changed what it was shown"):
        check_player(spec(choose), variants=["block"])
