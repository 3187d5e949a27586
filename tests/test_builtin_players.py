# SPDX-License-Identifier: MIT
"""The players `random`, `first` and `greedy`."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from dominocore.builtin_players import dominocore_players
from dominocore.moves import Move
from dominocore.observation import Observation
from dominocore.player_type import Player, PlayerSpec
from dominocore.rules import Rules
from dominocore.state import State
from dominocore.tiles import Tile

ALL = {spec.name: spec for spec in dominocore_players()}
PLAYERS = {name: ALL[name] for name in ("random", "first", "greedy", "accompanied", "expert")}
SEARCH = {name: ALL[name] for name in ("flat", "ismcts", "pimc")}
FIVES = Rules(ends_divisors=(5,), claim="required")


def views(rules: Rules, seed: int, player: Player) -> list[tuple[Observation, Move]]:
    """Play a round with one player on every seat; give what it saw and chose."""
    state = State.deal(rules, seed=seed)
    seen = []
    while state.turn is not None:
        view = state.observe(state.turn)
        move = player.choose(view)
        seen.append((view, move))
        state = state.play(move)
    return seen


def test_the_players_that_come_with_dominocore() -> None:
    """The ladder from chance to sight; each has a summary, and only the oracle sees all."""
    assert list(ALL) == [*PLAYERS, *SEARCH, "oracle", "human"]
    assert all(spec.summary for spec in ALL.values())
    assert [name for name, spec in ALL.items() if spec.sees_all] == ["oracle"]


@pytest.mark.parametrize("spec", PLAYERS.values(), ids=list(PLAYERS))
@pytest.mark.parametrize("rules", [Rules(), Rules(draw="until_playable"), FIVES])
def test_built_in_players_choose_legal_moves(spec: PlayerSpec, rules: Rules) -> None:
    """Each finishes rounds of several games with listed moves only."""
    for seed in range(5):
        assert all(move in view.moves for view, move in views(rules, seed, spec.create(seed)))


@pytest.mark.parametrize("spec", PLAYERS.values(), ids=list(PLAYERS))
def test_built_in_players_keep_nothing_between_decisions(spec: PlayerSpec) -> None:
    """A new player with the same seed, asked in another order, chooses the same moves."""
    seen = views(Rules(), 3, spec.create(11))
    again = spec.create(11)

    for view, move in reversed(seen):
        assert move is again.choose(view) is spec.create(11).choose(view)


@pytest.mark.parametrize("spec", PLAYERS.values(), ids=list(PLAYERS))
def test_a_seat_that_is_not_on_turn_has_nothing_to_choose(spec: PlayerSpec) -> None:
    """A view without moves is refused with the seat."""
    state = State.deal(Rules(), seed=1)
    assert state.turn is not None
    waiting = 1 - state.turn

    with pytest.raises(ValueError, match=f"seat {waiting} has no move to choose"):
        spec.create(1).choose(state.observe(waiting))


def test_random_depends_on_its_seed_and_the_decision() -> None:
    """Seeds spread over all the moves of a view, each about as often."""
    state = State.deal(Rules(), seed=1)
    assert state.turn is not None
    view = state.observe(state.turn)

    counts = Counter(PLAYERS["random"].create(seed).choose(view) for seed in range(1400))

    assert set(view.moves) == set(counts)
    assert all(140 < n < 260 for n in counts.values())


def test_random_draws_anew_at_each_decision() -> None:
    """With one seed, the place of the chosen move changes from decision to decision."""
    seen = views(Rules(), 1, PLAYERS["random"].create(2))

    places = {tuple(view.moves).index(move) for view, move in seen if len(view.moves) > 3}

    assert len(places) > 1


@pytest.mark.parametrize("seed", [-1, 1 << 256])
def test_random_refuses_what_is_no_seed(seed: int) -> None:
    """A seed has no sign and at most 256 bits."""
    with pytest.raises(ValueError, match="256 bits"):
        PLAYERS["random"].create(seed)


def test_first_chooses_the_first_move() -> None:
    """The move chosen is the one that is listed first."""
    assert all(
        view.moves[0] is move for view, move in views(Rules(), 1, PLAYERS["first"].create(1))
    )


def test_greedy_plays_its_heaviest_tile_where_no_points_are_in_play() -> None:
    """In the block game it plays the tile with the most pips, the first listed of equals."""
    for view, move in views(Rules(), 4, PLAYERS["greedy"].create(1)):
        heaviest = max(other.pips for other in view.moves)
        assert next(m for m in view.moves if m.pips == heaviest) is move


def test_greedy_takes_the_most_points_and_claims_them() -> None:
    """Where ends count, no listed move makes more points now, and points that score are claimed."""
    scored = 0
    for seed in range(10):
        for view, move in views(FIVES, seed, PLAYERS["greedy"].create(1)):
            points = view.points_for(move)
            assert max(view.points_for(other) for other in view.moves) == points
            if points:
                scored += 1
                assert move.claimed

    assert scored


def test_a_person_is_asked_until_the_answer_is_a_legal_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hand, ends and moves go to standard error, and the answer is read from standard input."""
    state = State.deal(Rules(max_pip=2, hand_size=2), hands=["1-0 0-0", "1-1 2-2"], leader=0)
    view = state.play("*1-0").observe(1)
    monkeypatch.setattr("sys.stdin", io.StringIO("0-0\n 1-1 \n"))
    move = ALL["human"].create(1).choose(view)
    assert view.moves == (move,) and move.tile == Tile(1, 1), "2-2 fits neither end"
    told = capsys.readouterr()
    assert told.out == ""
    assert f"your hand 2-2 1-1\nmoves {move}\nYour move: " in told.err
    assert "open ends 1 0; " in told.err or "open ends 0 1; " in told.err
    assert told.err.count("Your move: ") == 2, "0-0 is no legal move, so the question comes again"


def test_a_person_who_is_gone_chooses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An input that has ended gives no answer to wait for."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    view = State.deal(Rules(), seed=1, leader=0).observe(0)
    with pytest.raises(EOFError, match="nobody is there to choose"):
        ALL["human"].create(1).choose(view)


def test_who_may_draw_or_play_is_told_of_both() -> None:
    """A draw lays no tile and so has nothing that speaks for it: the players by features lay one,
    and the analysis has the draw last, by its name. A pass alone is a pass.
    """
    rules = Rules(draw="up_to 2", draw_when_able=True)
    state = State.deal(rules, seed=3, leader=0)
    view = state.play(state.moves[0]).observe(1)
    while not any(move.is_placement for move in view.moves):
        state = State.deal(rules, seed=state.round + 3, leader=0, round=state.round + 1)
        view = state.play(state.moves[0]).observe(1)
    assert view.moves[-1].is_draw
    for name in ("accompanied", "expert"):
        assert ALL[name].create(1).choose(view).is_placement
    (*_, last) = ALL["expert"].create(1).analyse(view)  # type: ignore[attr-defined]
    assert (last.move.is_draw, last.reason) == (True, "draws")

    stuck = State.setup(Rules(), layout="6-6", hands=["6-5 4-4", "3-3 2-2"], turn=1, boneyard="",
                        partial=True)  # fmt: skip
    (only,) = ALL["expert"].create(1).analyse(stuck.observe(1))  # type: ignore[attr-defined]
    assert (only.move.is_pass, only.reason) == (True, "passes")
