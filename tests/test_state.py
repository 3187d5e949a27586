# SPDX-License-Identifier: MIT
"""States of a round: legal moves, what `play` does and refuses, and how rounds end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from dominocore import (
    DRAW,
    PASS,
    Ending,
    IllegalMoveError,
    Move,
    Outcome,
    RoundEnd,
    RoundOverError,
    Rules,
    RulesError,
    State,
    Tile,
    TileSet,
    _native,
)
from dominocore.builtin_variants import block, draw

BLOCK = Rules(target=None)
DRAWING = Rules(draw="until_playable", target=None)
FIVES = Rules(spinner="first_double", ends_divisors=(5,), target=None)


def texts(moves: Sequence[Move]) -> list[str]:
    return [str(move) for move in moves]


def table(rules: Rules, layout: str, *hands: str, turn: int = 0, boneyard: str = "-") -> State:
    """A position with only these tiles; the others are nowhere."""
    return State.setup(
        rules, layout=layout, hands=hands, turn=turn, boneyard=boneyard, partial=True
    )


def random_play(state: State, rng: random.Random) -> State:
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
    return state


# ---- legal moves ----


def test_legal_moves_are_a_sequence() -> None:
    """They have a length, indices from both ends, slices, membership and a repr."""
    state = table(BLOCK, "6-1", "6-5 6-6 5-1 0-0", "2-2")
    moves = state.moves
    expected = tuple(map(Move, (">6-5", ">6-6", "<1-5")))
    assert len(moves) == 3 and bool(moves)
    assert tuple(moves) == expected == moves
    assert [moves[i] for i in range(3)] == [moves[i - 3] for i in range(3)] == list(expected)
    assert moves[1:] == expected[1:] and moves[::-1] == expected[::-1]
    assert moves[5:] == () and isinstance(moves[:], tuple)
    for index in (3, -4, 100):
        with pytest.raises(IndexError):
            moves[index]
    assert Move(">6-5") in moves and Move("<1-5") in moves
    assert Move("<5-1") not in moves and ">6-5" not in moves and PASS not in moves
    assert repr(moves) == repr(expected)
    assert hash(moves) == hash(expected) == hash(state.moves)
    assert moves == state.moves and moves != expected[:2] and moves != list(expected)
    assert list(reversed(moves)) == list(expected[::-1])
    assert moves.index(Move(">6-6")) == 1 and moves.count(PASS) == 0


def test_a_finished_round_has_no_moves() -> None:
    """Its list is empty and false, and has no first move."""
    state = table(BLOCK, "6-1", "6-6", "2-2").play(">6-6")
    assert state.is_over and len(state.moves) == 0 and not state.moves
    assert state.moves == () and state.distinct_moves == ()
    with pytest.raises(IndexError):
        state.moves[0]


def test_moves_are_in_order_of_arm_and_tile() -> None:
    """Right before left, then up and down; a smaller tile first; draw and pass last."""
    rules = FIVES.replace(draw="one", draw_when_able=True)
    state = table(rules, "*6-6 >6-1 <6-2", "6-3 6-4 2-1 5-5", "3-3", boneyard="4-4")
    assert texts(state.moves) == [">1-2", "<2-1", "^6-3", "^6-4", "v6-3", "v6-4", "+"]


def test_a_tile_that_fits_two_different_ends() -> None:
    """5-2 between 5 and 2 is two moves: at the 2 both ends are 5, at the 5 both are 2."""
    state = table(BLOCK, "5-1 <1-2", "5-2 0-0", "4-4")
    assert state.ends == (5, 2)
    assert texts(state.moves) == [">5-2", "<2-5"]
    assert {state.play(move).ends for move in state.moves} == {(5, 5), (2, 2)}


def test_both_ends_are_listed_where_they_are_equal() -> None:
    """A tile has a move at each end; `distinct_moves` keeps one of each that are alike."""
    state = table(BLOCK, "*6-6", "6-5 6-4", "2-2")
    assert texts(state.moves) == [">6-4", ">6-5", "<6-4", "<6-5"]
    assert texts(state.distinct_moves) == [">6-4", ">6-5"]


def test_a_half_covered_spinner_is_no_arm() -> None:
    """The open side of 6-6 differs from an arm that shows 6: a tile there opens the cross."""
    state = table(FIVES, "*6-6 >6-5 >5-1 >1-6", "6-4 6-3", "2-2")
    assert state.ends == (6, 6)
    assert len(state.distinct_moves) == len(state.moves) == 4


def test_the_halves_of_a_placed_tile() -> None:
    """After 3-4, then 4-6 at the right and 3-5 at the left the ends are 6 and 5."""
    state = State.deal(BLOCK, hands=["4-3 5-3", "6-4 0-0"], leader=0)
    state = state.play("*4-3")
    assert state.ends == (4, 3) and state.arms == {0: 4, 1: 3}
    state = state.play(">4-6")
    assert state.ends == (6, 3)
    state = state.play("<3-5")
    assert state.ends == (6, 5)


@pytest.mark.parametrize(("lead", "ends"), [("*6-4", (6, 4)), ("*5-5", (5, 5)), ("*1-0", (1, 0))])
def test_the_ends_after_a_lead(lead: str, ends: tuple[int, int]) -> None:
    """A lead shows its high half at the right and its low half at the left."""
    state = State.deal(BLOCK, hands=["6-4 5-5 1-0", "6-5 4-1"], leader=0).play(lead)
    assert state.ends == ends and state.played == TileSet([lead[1:]])
    assert state.leader == 0 and state.last == 0 and state.turn == 1


def test_more_moves_than_a_state_lists() -> None:
    """A hand with more than 60 placements lists them all, legal one by one."""
    rules = Rules(max_pip=18, hand_size=95, wild=tuple(f"{a}-{b}" for a in range(9) for b in
                                                       range(a)), target=None)  # fmt: skip
    state = State.deal(rules, seed=1, leader=0)
    state = state.play(state.moves[-1])
    assert len(state.moves) > 60
    assert len(set(state.moves)) == len(state.moves)
    assert state.moves[-1] == tuple(state.moves)[-1] and state.moves[0] in state.moves
    for move in state.moves:
        assert move.tile not in state.play(move).hand(1)
    view = state.observe(1)
    assert view.moves == state.moves


@pytest.mark.parametrize("highest", ["6-6", "12-12", "18-18"])
def test_a_forced_lead_is_the_only_move(highest: str) -> None:
    """Who holds the tile that the opening names leads it and no other, however high it is."""
    rules = Rules(max_pip=Tile.parse(highest).high, opening=("highest_double",), hand_size=3)
    state = State.deal(rules, hands=["0-0 1-0 6-5", f"2-1 {highest} 3-1"])
    assert (state.turn, texts(state.moves)) == (1, [f"*{highest}"])


@pytest.mark.parametrize("tiles", [59, 60, 61, 62])
def test_a_state_lists_sixty_moves_itself(tiles: int) -> None:
    """A free lead is a move for each tile held; the struct has room for 60 and says so for more.

    Whether they stand in the struct or not, all of them are legal, and no other tile may lead.
    """
    state = State.deal(Rules(max_pip=18, hand_size=tiles, target=None), seed=1, leader=0)
    kept = _native.ffi.from_buffer("dmc_state *", state._bytes)
    assert kept.n_moves == (tiles if tiles <= 60 else _native.lib.DMC_NONE)
    leads = [Move.lead(tile) for tile in state.hands[0]]
    assert list(state.moves) == leads and len(leads) == tiles
    assert all(state.play(lead).played == TileSet([lead.tile]) for lead in leads)
    for tile in state.hands[1]:
        with pytest.raises(IllegalMoveError):
            state.play(Move.lead(tile))


# ---- what play refuses ----

DRAW_TABLE = table(DRAWING, "6-1", "6-5 0-0", "2-2 6-4", boneyard="3-3 4-4")
MUST_DRAW = table(DRAWING, "6-1", "0-0", "2-2 6-4", boneyard="3-3 4-4")
START = State.deal(BLOCK, hands=["6-5 0-0", "6-6 1-0"], leader=0)
FORCED = State.deal(Rules(opening=("highest_double",)), hands=["6-5 0-0", "6-6 1-0"])

DREW = table(DRAWING.replace(drawn_tile="may_play"), "6-1", "0-0", "2-2", boneyard="6-3").play(DRAW)
CHOSE = table(
    DRAWING.replace(draw_when_able=True), "6-1", "6-5 0-0", "2-2", boneyard="6-3 4-4"
).play(DRAW)

REFUSED = [
    (DRAW_TABLE, ">6-4", ["6-4", "seat 0", "6 and 1", "does not hold"]),
    (DRAW_TABLE, ">5-5", ["5-5", "seat 0", "6 and 1", "does not hold"]),
    (DRAW_TABLE, ">9-9", ["9-9", "seat 0", "does not hold"]),
    (DRAW_TABLE, "<5-6", ["<5-6", "on 1", "6 and 1"]),
    (DRAW_TABLE, "<6-5", ["<6-5", "on 1", "6 and 1"]),
    (DRAW_TABLE, ">5-6", [">5-6", "on 6", "6 and 1", "did you mean >6-5?"]),
    (DRAW_TABLE, "^6-5", ["^6-5", "not open", "6 and 1"]),
    (DRAW_TABLE, "@5^:6-5", ["@5^:6-5", "not open"]),
    (DRAW_TABLE, "*6-5", ["*6-5", "has been led", "6 and 1"]),
    (DRAW_TABLE, "+", ["may not draw", "6 and 1"]),
    (DRAW_TABLE, "--", ["may not pass", "6 and 1"]),
    (DRAW_TABLE, "+3-3", ["+3-3"]),
    (DRAW_TABLE, ">6-5!", [">6-5!", "claim"]),
    (MUST_DRAW, "--", ["may draw", "may not pass"]),
    (MUST_DRAW, ">0-0", [">0-0", "on 6"]),
    (START, ">6-5", [">6-5", "first move of a round is a lead, such as *6-5"]),
    (START, "--", ["--", "nothing lies on the table"]),
    (START, "+", ["+", "nothing lies on the table"]),
    (START, "*6-6", ["6-6", "seat 0", "does not hold"]),
    (FORCED, "*1-0", ["*1-0", "6-6 must be played"]),
    (FORCED, "*6-5", ["*6-5", "seat 1"]),
    (DREW, ">3-6", [">3-6", "on 6", "did you mean >6-3?"]),
    (DREW, ">6-3!", [">6-3!", "claim"]),
    (CHOSE, ">6-5", [">6-5", "6-3 must be played"]),
    (CHOSE, ">3-6", [">3-6", "on 6", "did you mean >6-3?"]),
    (CHOSE, ">6-3!", [">6-3!", "claim"]),
]


@pytest.mark.parametrize(("state", "move", "said"), REFUSED, ids=lambda value: str(value)[:24])
def test_illegal_moves(state: State, move: str, said: list[str]) -> None:
    """The error names the move, the open ends and the reason, and the state stays what it was."""
    before = (state._bytes, state._history, tuple(state.moves))
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert [word for word in said if word not in str(caught.value)] == []
    assert (state._bytes, state._history, tuple(state.moves)) == before
    assert Move(move) not in state.moves


def test_a_claimed_lead_that_scores_nothing_is_refused_as_a_claim() -> None:
    """Where any tile may lead, what is wrong with such a lead is its claim, not its tile."""
    state = State.deal(BLOCK, seed=1, leader=0)
    tile = next(iter(state.hands[0]))
    with pytest.raises(IllegalMoveError, match="scores nothing to claim"):
        state.play(f"*{tile}!")


def test_every_move_is_legal_or_refused() -> None:
    """Of all moves there are, `play` takes exactly the listed ones."""
    every = [Move.from_code(code) for code in range(1 << 16) if is_move(code)]
    for state in (DRAW_TABLE, MUST_DRAW, START, FORCED):
        taken = []
        for move in every[:: 7 if state is START else 1]:
            try:
                state.play(move)
            except IllegalMoveError:
                assert move not in state.moves
            else:
                taken.append(move)
        assert set(taken) <= set(state.moves)
        assert state is START or set(taken) == set(state.moves)


def is_move(code: int) -> bool:
    try:
        Move.from_code(code)
    except ValueError:
        return False
    return True


def test_a_wrong_text_is_a_notation_error() -> None:
    """A text that is no move is not an illegal move; something else is a TypeError."""
    with pytest.raises(ValueError, match="no move"):
        DRAW_TABLE.play("6-5")
    with pytest.raises((TypeError, AttributeError)):
        DRAW_TABLE.play(None)


def test_a_tile_is_played_once() -> None:
    """A move out of an older state is refused: the tile lies on the table."""
    state = State.deal(BLOCK, hands=["6-5 6-4", "6-6 1-0"], leader=0)
    later = state.play("*6-5").play(">6-6")
    with pytest.raises(IllegalMoveError, match=r"seat 0 does not hold 6-5"):
        later.play(">6-5")
    with pytest.raises(IllegalMoveError, match=r"seat 1 does not hold 6-4"):
        state.play("*6-5").play(">6-4")


def test_refusals_tell_nothing_that_is_hidden() -> None:
    """A tile that another seat holds, one in the boneyard and one of no set are refused alike."""
    said = set()
    for tile in ("6-4", "3-3", "9-6"):
        with pytest.raises(IllegalMoveError) as caught:
            DRAW_TABLE.play(f">{tile}")
        said.add(str(caught.value).replace(tile, "x"))
    assert len(said) == 1


# ---- passing and drawing ----


def test_when_a_seat_may_pass_and_draw() -> None:
    """Able: neither. Unable: draw while the boneyard is above the reserve, then pass."""
    rules = DRAWING.replace(reserve=2)
    able = table(rules, "6-5", "5-1 0-0", "6-6", boneyard="2-2 3-3 4-4")
    assert texts(able.moves) == ["<5-1"]
    unable = table(rules, "6-5", "0-0", "6-6", boneyard="2-2 3-3 4-4")
    assert texts(unable.moves) == ["+"]
    at_the_reserve = table(rules, "6-5", "0-0", "6-6", boneyard="3-3 4-4")
    assert texts(at_the_reserve.moves) == ["--"]


def test_a_reserve_reached_does_not_end_the_round() -> None:
    """With two tiles left for good a seat that cannot play passes, and the next one plays."""
    state = table(DRAWING.replace(reserve=2), "6-5", "0-0", "6-6 1-1", boneyard="3-3 4-4")
    state = state.play(PASS)
    assert not state.is_over and state.turn == 1 and state.boneyard_size == 2
    assert texts(state.moves) == [">6-6"]


def test_a_drawn_tile_that_fits_must_be_played() -> None:
    """The seat stays on turn until a tile fits; then that tile alone may be played."""
    state = table(DRAWING, "6-1", "0-0", "2-2 6-4", boneyard="3-3 6-3 4-4")
    state = state.play(DRAW)
    assert (state.turn, texts(state.moves)) == (0, ["+"])
    state = state.play(DRAW)
    assert (state.turn, texts(state.moves)) == (0, [">6-3"])
    assert texts([move for _, move in state.history]) == ["+3-3", "+6-3"]
    state = state.play(">6-3")
    assert state.turn == 1 and state.hand(0) == TileSet(["0-0", "3-3"])
    assert state.boneyard == (Tile(4, 4),)


def test_no_state_without_moves_after_the_last_draw() -> None:
    """When the last tile drawn fits nowhere and nobody can play, the round is over at once."""
    state = table(DRAWING, "6-1", "0-0", "2-2", boneyard="3-3").play(DRAW)
    assert state.is_over and state.boneyard == ()
    assert state.outcome == Outcome(Ending.BLOCKED, 1, 1, (0, 6 - 4), blocker=1)


def test_one_draw_a_turn() -> None:
    """With `one` a seat draws once and passes when that tile does not fit."""
    state = table(DRAWING.replace(draw="one"), "6-1", "0-0", "6-2", boneyard="3-3 6-3")
    state = state.play(DRAW)
    assert (state.turn, texts(state.moves)) == (0, ["--"])
    assert state.play(PASS).turn == 1


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_some_draws_a_turn(draws: int) -> None:
    """With `up_to k` a seat draws k times and then passes; its next turn counts from one again."""
    stock = "3-3 4-4 5-5 3-2 4-2 5-2 4-3 5-3 5-4 6-5"  # only the last fits
    state = table(DRAWING.replace(draw=f"up_to {draws}"), "6-1", "0-0", "2-2", boneyard=stock)
    for seat in (0, 1, 0):
        for _ in range(draws):
            assert (state.turn, texts(state.moves)) == (seat, ["+"])
            state = state.play(DRAW)
        assert (state.turn, texts(state.moves)) == (seat, ["--"])
        state = state.play(PASS)


def test_a_drawn_tile_may_be_kept() -> None:
    """With `may_play` a seat that draws a fitting tile may pass."""
    rules = DRAWING.replace(drawn_tile="may_play")
    state = table(rules, "6-1", "0-0", "6-2", boneyard="6-3 4-4").play(DRAW)
    assert texts(state.moves) == [">6-3", "--"]


def test_a_draw_may_end_the_turn() -> None:
    """With `turn_ends` the next seat moves once a fitting tile is drawn."""
    rules = DRAWING.replace(drawn_tile="turn_ends")
    state = table(rules, "6-1", "0-0", "6-2", boneyard="3-3 6-3 4-4").play(DRAW)
    assert state.turn == 0
    state = state.play(DRAW)
    assert state.turn == 1 and state.hand(0) == TileSet(["0-0", "3-3", "6-3"])
    assert [seat for seat, _ in state.history] == [0, 0]
    state = state.play(">6-2")
    assert [seat for seat, _ in state.history] == [0, 0, 1]


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_the_last_draw_allowed_ends_a_turn_that_a_draw_may_end(draws: int) -> None:
    """With `turn_ends` and `up_to k` the next seat moves after k tiles that fit nowhere."""
    rules = DRAWING.replace(drawn_tile="turn_ends", draw=f"up_to {draws}")
    state = table(rules, "6-1", "0-0", "6-2", boneyard="3-3 4-4 5-5 6-5")
    for _ in range(draws):
        assert (state.turn, texts(state.moves)) == (0, ["+"])
        state = state.play(DRAW)
    assert (state.turn, texts(state.moves), state.passes) == (1, [">6-2"], 0)


def test_a_seat_that_can_play_may_draw_where_the_rules_say_so() -> None:
    """With `draw_when_able` a draw is listed beside the placements, and may be played."""
    rules = DRAWING.replace(draw_when_able=True)
    state = table(rules, "6-1", "6-5 0-0", "2-2 6-4", boneyard="3-3 4-4")
    assert texts(state.moves) == [">6-5", "+"]
    assert state.play(DRAW).turn == 0


@pytest.mark.parametrize(
    ("drawn_tile", "fits", "misses"),
    [
        ("must_play", (0, [">6-3"]), (0, [">6-5", "+"])),
        ("may_play", (0, [">6-3", ">6-5", "--"]), (0, [">6-5", "+"])),
        ("turn_ends", (1, [">6-4", "<1-2", "+"]), (0, [">6-5", "+"])),
    ],
)
def test_a_draw_by_choice(
    drawn_tile: str, fits: tuple[int, list[str]], misses: tuple[int, list[str]]
) -> None:
    """A seat that could play 6-5 draws: what fits has to be played, may be, or ends the turn.

    A tile that misses changes nothing: the seat may play 6-5 or draw again.
    """
    rules = DRAWING.replace(draw_when_able=True, drawn_tile=drawn_tile)
    for drawn, (turn, moves) in (("6-3", fits), ("4-4", misses)):
        state = table(rules, "6-1", "6-5 0-0", "6-4 2-1", boneyard=f"{drawn} 3-3").play(DRAW)
        assert (state.turn, texts(state.moves)) == (turn, moves)


def test_passes_in_a_row() -> None:
    """Three passes, a placement and a pass count 1; the count never passes the seats."""
    rules = Rules(seats=4, hand_size=1, target=None)
    state = State.setup(
        rules, layout="6-5 >6-0 <5-0", hands=["1-1", "2-2", "3-3", "4-0 6-6"], turn=0
    )
    for seat, passes in enumerate((1, 2, 3)):
        assert state.turn == seat
        state = state.play(PASS)
        assert state.passes == passes
    state = state.play(">0-4")
    assert state.passes == 0
    state = State.setup(
        rules, layout="6-5 >6-0 <5-0", hands=["1-1", "2-2 4-1", "3-3", "4-0 6-6"], turn=3
    )
    state = state.play(">0-4").play(PASS)
    assert state.passes == 1 and not state.is_over


def test_passes_never_outnumber_the_seats() -> None:
    """In random rounds of the block game the count stays below the number of seats."""
    rng = random.Random(5)
    for seed in range(60):
        state = State.deal(block(4), seed=seed)
        while not state.is_over:
            assert state.passes < 4
            state = state.play(rng.choice(state.moves))


# ---- how rounds end ----

SEVEN_THREES = "3-0 <0-1 <1-3 <3-3 <3-2 <2-4 <4-3 <3-5 <5-6 <6-3"


def test_dead_is_true_or_false() -> None:
    """An open position is not dead, a blocked one is, an empty table is not; all are bools."""
    found = [START.is_dead, DRAW_TABLE.is_dead, table(BLOCK, SEVEN_THREES, "6-6", "1-1").is_dead]
    assert [value is True for value in found] == [False, False, True]
    assert all(type(value) is bool for value in found)


def test_a_number_that_is_spent() -> None:
    """Both ends 3 and all seven threes down: blocked at once, though tiles are left to draw."""
    state = table(DRAWING, SEVEN_THREES, "6-6", "1-1", boneyard="2-2 4-4")
    assert state.ends == (3, 3) and state.is_over
    assert state.outcome is not None and state.outcome.ending is Ending.BLOCKED
    assert state.outcome.points == (0, 10) and state.boneyard_size == 2


def test_a_dead_layout_may_be_drained() -> None:
    """With `drain` the seat on turn draws the rest first; the pips change, the block does not."""
    rules = DRAWING.replace(dead_layout="drain")
    state = table(rules, SEVEN_THREES, "6-6", "1-1", boneyard="2-2 4-4")
    assert state.is_dead and texts(state.moves) == ["+"]
    state = state.play(DRAW).play(DRAW)
    assert state.is_over and state.outcome is not None
    assert state.outcome.ending is Ending.BLOCKED and state.outcome.points == (0, 12 + 4 + 8 - 2)


def test_going_out_beats_blocking() -> None:
    """A last tile that kills both ends goes out; it scores once, and nothing follows."""
    state = table(BLOCK, SEVEN_THREES.removesuffix(" <6-3"), "6-3", "6-6 1-1")
    assert state.ends == (3, 6)
    over = state.play("<6-3")
    expected = Outcome(Ending.OUT, seat=0, side=0, points=(14, 0), blocker=None)
    assert over.is_dead and over.outcome == expected == over.outcome
    assert over.points == (14, 0) and over.turn is None and over.phase == "over"
    for move in (PASS, DRAW, Move(">3-6"), Move("*6-6")):
        with pytest.raises(RoundOverError, match="over"):
            over.play(move)
    assert over.outcome == expected and state.turn == 0


def test_stuck_without_dead() -> None:
    """Where nobody may draw, a block needs no dead end: the referee sees that nobody can play."""
    state = table(BLOCK, "6-5", "5-4 1-1", "2-2 3-3").play("<5-4")
    assert state.is_over and not state.is_dead
    assert state.outcome == Outcome(Ending.BLOCKED, 0, 0, (8, 0), blocker=0)


def settle(hands: list[str], **fields: object) -> Outcome:
    rules = Rules(seats=len(hands), target=None, **fields)
    return rules.settle("blocked", 0, hands)


@pytest.mark.parametrize(("value", "points"), [(None, 0), (10, 10), (25, 25)])
def test_out_beats_a_lone_double_blank(value: int | None, points: int) -> None:
    """Who goes out wins over a hand that counts nothing; 0-0 may have a count of its own."""
    values = () if value is None else (("0-0", value),)
    outcome = Rules(tile_values=values).settle("out", 0, ["-", "0-0"])
    assert (outcome.seat, outcome.side, outcome.points) == (0, 0, (points, 0))


def test_what_a_double_blank_counts() -> None:
    """0-0 counts 0, beside another tile too."""
    assert Rules().settle("out", 0, ["-", "0-0 2-1"]).points == (3, 0)


PIPS_2_5_20_6 = ["2-0", "5-0", "6-6 5-3", "6-0"]


@pytest.mark.parametrize(
    ("fields", "side", "points"),
    [
        ({"blocked_winner": "lowest_seat", "minus_own": False}, 0, 11),
        ({"blocked_winner": "lowest_side", "minus_own": False}, 1, 22),
        ({"blocked_winner": "lowest_side", "points_from": "all", "minus_own": False}, 1, 33),
        ({"blocked_winner": "lowest_side", "minus_own": True}, 1, 11),
    ],
)
def test_which_pair_wins_a_block(fields: dict, side: int, points: int) -> None:
    """Of hands 2, 5, 20 and 6 the lightest hand wins for one pair, the sums for the other."""
    outcome = settle(PIPS_2_5_20_6, sides=(0, 1, 0, 1), **fields)
    expected = [0, 0]
    expected[side] = points
    assert (outcome.side, list(outcome.points)) == (side, expected)


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"minus_own": False}, 20),
        ({"minus_own": True}, 6),
        ({"points_from": "all", "minus_own": False}, 34),
    ],
)
def test_a_block_of_20_against_14(fields: dict, points: int) -> None:
    """The lighter hand wins the loser's 20, the difference 6, or all 34, as the rules say."""
    outcome = settle(["6-6 5-3", "6-5 3-0"], **fields)
    assert (outcome.seat, outcome.side, outcome.points) == (1, 1, (0, points))


def test_settling_refuses() -> None:
    """Another ending, a seat that is not there, or another number of hands is refused by name."""
    rules = Rules()
    for ending, seat, hands, said in (
        ("target", 0, ["-", "6-6"], "target"),
        ("won", 0, ["-", "6-6"], "won"),
        ("out", 2, ["-", "6-6"], "seat"),
        ("out", -1, ["-", "6-6"], "seat"),
        ("out", 0, ["6-6"], "got 1"),
    ):
        with pytest.raises(RulesError, match=said):
            rules.settle(ending, seat, hands)
    with pytest.raises(RulesError, match="closing"):
        rules.settle("out", 0, ["-", "6-6"], closing="late")


def test_a_played_round_settles_as_settle_says() -> None:
    """The end of random rounds equals `rules.settle` of the hands that are left."""
    rng = random.Random(2)
    for seed in range(100):
        rules = draw(rng.choice((2, 3, 4)))
        state = random_play(State.deal(rules, seed=seed, leader=0), rng)
        outcome = state.outcome
        assert outcome is not None and state.last is not None
        assert outcome == rules.settle(outcome.ending, state.last, state.hands, state.leader)


# ---- spinners and points in play ----

BIG_CROSS = "*3-3 >3-6 >6-6 <3-4 <4-4 ^3-2 ^2-5 ^5-5"


def sums(layout: str) -> int:
    return table(FIVES, layout, "1-1", "0-0").ends_sum


def test_the_sum_of_four_arms() -> None:
    """5-5 between 3 and 2 sums to 5; 6-6 with arms 5, 1, 6 and 3 sums to 15."""
    assert sums("*5-5 <5-3 >5-2") == 5
    assert sums("*6-6 <6-5 >6-1 ^6-4 ^4-2 ^2-6 v6-3") == 15


def test_the_first_double_need_not_lead() -> None:
    """In 6-3, 3-3, 3-1 the 3-3 is the spinner: 4-3 joins above and below, the sum 7 becomes 11."""
    state = table(FIVES, "6-3 <3-3 <3-1", "4-3 0-0", "1-1")
    assert state.spinner is Tile(3, 3) and state.ends_sum == 7
    assert texts(state.moves) == ["^3-4", "v3-4"]
    assert {state.play(move).ends_sum for move in state.moves} == {11}
    assert state.play("^3-4").arms == {0: 6, 1: 1, 2: 4, 3: 3}


def test_the_second_double_is_no_spinner() -> None:
    """Only the round's first double opens a cross."""
    state = table(FIVES, "*3-3 >3-6 >6-6 <3-4", "6-1 3-0", "1-1")
    assert state.spinner is Tile(3, 3)
    assert texts(state.moves) == [">6-1", "^3-0", "v3-0"]


def test_a_new_round_has_no_spinner() -> None:
    """After a round with spinner 5-5 the next deal has no spinner, no arms and no points."""
    first = State.deal(FIVES, hands=["5-5", "6-6"], leader=0).play("*5-5")
    assert first.spinner is Tile(5, 5)
    state = State.deal(FIVES, hands=["6-4 1-1", "6-6"], leader=0)
    assert (state.spinner, state.arms, state.points) == (None, {}, (0, 0))
    assert state.play("*6-4").arms == {0: 6, 1: 4}


@pytest.mark.parametrize(("counts", "points"), [("full", 10), ("single", 5), ("none", 0)])
def test_a_lone_double_five(counts: str, points: int) -> None:
    """Led 5-5 scores 10, or 5, or nothing, as the rules say."""
    rules = FIVES.replace(opening_counts=counts)
    state = State.deal(rules, hands=["5-5 0-0", "6-6 5-1"], leader=0)
    assert state.points_for(Move("*5-5")) == points
    assert state.play("*5-5").points == (points, 0)


def test_the_highest_score_of_one_move() -> None:
    """Arms of 6-6, 4-4, 5-5 and a last 5-3 sum to 12+8+10+5 = 35, scored once."""
    state = table(FIVES, BIG_CROSS, "5-3 0-0", "5-1")
    assert state.ends_sum == 30
    after = state.play("v3-5")
    assert after.ends_sum == 35 and after.points == (35, 0)


def test_claims_are_listed_where_they_score() -> None:
    """With claims required a scoring placement has a claimed twin; unclaimed it scores nothing."""
    rules = FIVES.replace(claim="required")
    state = table(rules, "*6-6 <6-2 >6-0", "6-3 0-0", "1-1 6-1")
    assert texts(state.moves) == [">0-0", "^6-3", "^6-3!", "v6-3", "v6-3!"]
    assert state.play("^6-3").points == (0, 0)
    assert state.play("^6-3!").points == (5, 0)
    with pytest.raises(IllegalMoveError, match="scores nothing to claim"):
        state.play(">0-0!")


def test_the_target_ends_a_round_at_once() -> None:
    """With 95 brought in and `immediate` a play of 5 ends the round; nothing is settled."""
    rules = FIVES.replace(target=100, match_end="immediate")
    state = State.setup(
        rules, layout="*6-6 <6-2 >6-0", hands=["6-3 0-0", "1-1 6-1"], scores=[95, 0]
    )
    over = state.play("^6-3")
    assert over.outcome == Outcome(Ending.TARGET, 0, 0, (5, 0), blocker=None)


# ---- a Python function that scores ----


def ten_to_the_winner(end: RoundEnd) -> list[int]:
    """Score a round: ten to the side of who ended it."""
    points = [0] * end.rules.n_sides
    points[end.rules.side_of(end.seat)] = 10
    return points


def too_few(end: RoundEnd) -> list[int]:
    """Score a round, wrongly."""
    return [1]


def test_points_by_a_function() -> None:
    """A function is told the end of the round once, and its points are the round's."""
    rules = BLOCK.replace(score_round=ten_to_the_winner)
    assert not rules.is_native
    state = table(rules, "6-1", "6-6", "2-2 3-3").play(">6-6")
    assert state.points == (10, 0) and state.outcome is not None
    assert state.outcome.points == (10, 0)
    with pytest.raises(RulesError, match="score_round"):
        table(BLOCK.replace(score_round=too_few), "6-1", "6-6", "2-2").play(">6-6")


# ---- the next round ----


@pytest.mark.parametrize(
    ("later", "lead"),
    [("opening", None), ("next", 2), ("winner", 0), ("next_after_winner", 1),
     ("winner_or_blocker", 0), ("winner_side", 2)],
)  # fmt: skip
def test_who_leads_next(later: str, lead: int | None) -> None:
    """After a round led by seat 1 and won by seat 0, each value names its own seat."""
    rules = Rules(seats=4, sides=(0, 1, 0, 1), later=later, target=None)
    state = State.setup(rules, layout="6-1", hands=["6-6", "2-2", "3-3", "4-4"], leader=1)
    assert state.play(">6-6").next_lead() == lead
    with pytest.raises(RulesError, match="over"):
        state.next_lead()
