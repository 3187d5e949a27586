# SPDX-License-Identifier: MIT
"""Positions as text: what is read is what was written, and faults have their place."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dominocore as dc
from dominocore.moves import KNOWN_MOVES
from dominocore.rules_name import find_rules, name_rules
from games import VARIANTS, random_round
from test_against_oracle import random_rules

SEEDS = st.integers(0, 1 << 32)


def check_state(state: dc.State) -> None:
    """What a state and all its views print is read as the same value, and printed so again."""
    again = dc.State.parse(str(state))
    assert again == state and hash(again) == hash(state)
    assert again.history == state.history and again.moves == state.moves
    assert str(again) == str(state)
    position = dc.Position.parse(str(state))
    assert dc.Position.parse(str(position)) == position
    for seat in range(state.rules.seats):
        view = state.observe(seat)
        read = dc.Observation.parse(str(view))
        assert read == view and hash(read) == hash(view)
        assert read.moves == view.moves and read.layout == view.layout
        assert str(read) == str(view)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_state_of_a_round_is_read_as_it_was_written(variant: dc.Variant) -> None:
    """For each variant, number of seats and pairing, states and views survive their text."""
    for state in random_round(variant.rules, 11)[::3]:
        check_state(state)


@settings(deadline=None)
@given(SEEDS)
def test_states_of_any_rules_are_read_as_they_were_written(seed: int) -> None:
    """Rules drawn at random have a text of their own, and so has each state under them."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    assert find_rules(name_rules(rules)) == rules
    try:
        states = random_round(rules, seed, scores=[rng.randrange(50)] * rules.n_sides, round=3)
    except dc.RulesError:
        states = random_round(rules, seed, leader=rng.randrange(rules.seats))
    check_state(rng.choice(states))
    check_state(states[-1])


@settings(deadline=None)
@example(seed=39916801)  # a draw ends the round
@given(SEEDS)
def test_positions_that_were_set_up_are_read_as_they_were_written(seed: int) -> None:
    """Tiles on the table, tiles that are nowhere, and moves made since survive the text."""
    rng = random.Random(seed)
    rules = rng.choice(VARIANTS).rules
    played = rng.choice(random_round(rules, seed)[:-1])
    if played.turn is None or played.observe(played.turn).drawn is not None:
        return
    known = rng.random() < 0.5
    state = dc.State.setup(
        rules,
        layout=played.layout,
        hands=played.hands,
        turn=played.turn,
        boneyard=played.boneyard if known else played.boneyard[: len(played.boneyard) // 2],
        leader=rng.randrange(rules.seats),
        last=rng.randrange(rules.seats),
        partial=not known,
    )
    check_state(state)
    while not state.is_over and rng.random() < 0.7:
        state = state.play(rng.choice(state.moves))
    again = dc.State.parse(str(state))
    assert str(again) == str(state)
    assert (again.hands, again.boneyard, again.moves) == (state.hands, state.boneyard, state.moves)
    assert (again.voids, again.points, again.outcome) == (state.voids, state.points, state.outcome)


@given(st.sampled_from(sorted(KNOWN_MOVES)), st.integers(0, 18), st.integers(0, 18))
def test_moves_tiles_and_hands_are_read_as_they_were_written(code: int, a: int, b: int) -> None:
    """Each prints one text, and reading it gives the very value."""
    move, tile = dc.Move.from_code(code), dc.Tile(a, b)
    assert dc.Move.parse(str(move)) is move
    assert dc.Tile.parse(str(tile)) is tile
    hand = dc.Hand([tile, dc.Tile(b, b), dc.Tile(0, a)])
    assert dc.Hand.parse(str(hand)) == hand and isinstance(dc.Hand.parse(str(hand)), dc.Hand)


@settings(deadline=None)
@given(SEEDS)
def test_what_a_seat_sees_says_no_more_than_it_sees(seed: int) -> None:
    """Worlds that a seat cannot tell apart give it the same text."""
    rng = random.Random(seed)
    states = random_round(rng.choice(VARIANTS).rules, seed)
    state = rng.choice(states[:-1])
    view = state.observe(rng.randrange(state.rules.seats))
    for world in view.sample(seed, n=3):
        assert str(world.observe(view.seat)) == str(view)
        seen = dc.Position.parse(str(world)).view(view.seat)
        assert seen == dc.Position.parse(str(state)).view(view.seat)
        assert seen.view(view.seat) == seen


def test_a_position_as_people_write_it() -> None:
    """Tiles in any order and spelling, and spaces, are read; what is written is canonical."""
    texts = (
        "block d6 6-6>6-0.0-5<6-2 3-5.4-6/?5!3 ?10 0 0 35:0",
        "block  d6 6-6<6|2>6:0.[0|5]  [6|4].5:3/?5!3,3 ?10 0 0 35:0 lead=0 last=1 brought=35:0 ",
    )
    for text in texts:
        assert str(dc.Position.parse(text)) == (
            "block d6 6-6>6-0.0-5<6-2 6-4.5-3/?5!3 ?10 0 0 35:0"
        )


def test_a_position_of_ones_own_view() -> None:
    """A snapshot without moves is an observation: voids that others showed are kept."""
    text = "partnership d6 6-6>6-0.0-5<6-2.2-3 6-5.4-3/?5!3/?6/?5 - 0 0 35:0"
    view = dc.Observation.parse(text)
    assert view.seat == 0 and view.ends == (5, 3) and view.scores == (35, 0)
    assert view.voids[1] == {3} and view.hand == dc.Hand("6-5 4-3")
    assert list(map(str, view.moves)) == [">5-6", "<3-4"]
    assert all(3 not in tile for state in view.sample(1, n=20) for tile in state.hands[1])


def test_a_snapshot_is_a_state_with_its_facts() -> None:
    """Voids, passes and points in a position without moves are those of the state."""
    text = "fives d6 5-5>5-0<5-1 6-6.6-5/6-4.6-3!1 4-4.4-3 0 1 20:35 brought=10:35"
    state = dc.State.parse(text)
    assert state.points == (10, 0) and state.scores == (10, 35)
    assert state.passes == 1 and state.voids == (frozenset(), {1})
    assert str(state) == text
    after = state.play(state.moves[0])
    assert dc.State.parse(str(after)).voids == after.voids


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 1, "expected the variant of the position, got the end"),
        ("block d6", 9, "expected the table of the position, got the end"),
        ("Block d6 - - - 0 0 -", 1, "expected a variant, such as block"),
        ("block;a= d6 - - - 0 0 - x", 25, "expected one of lead="),
        ("block d19 - - - 0 0 -", 8, "a number from 1 to 18, got '19'"),
        ("block x6 - - - 0 0 -", 7, "expected the set, such as d6"),
        ("block d6 6-6>6 6-4/5-3 - 0 0 0:0", 14, "expected a tile after '>', got '6'"),
        ("block d6 6-6>6-0.-5 ?5/?5 - 0 0 0:0", 18, "expected a tile after '.', got '-5'"),
        ("block d6 6-6>6-0>0-1 ?5/?5 - 0 0 0:0", 17, "the arm > is there twice"),
        ("block d6 - 6-4.6-4/?5 - 0 0 0:0", 12, "6-4 is in the hand twice"),
        ("block d6 - 6-4/4-6 - 0 0 0:0", 12, "6-4 is there twice"),
        ("block d6 - 7-4/4-6 - 0 0 0:0", 12, "7-4 is not in the set up to 6"),
        ("block d6 - 6-4/?0 - 0 0 0:0", 17, "a number from 1 to 190, got '0'"),
        ("block d6 - ?1.?2/?3 - 0 0 0:0", 15, "one count of hidden tiles"),
        ("block d6 - ?1/?3 - 2 0 0:0", 20, "expected a seat, a number from 0 to 1, got '2'"),
        ("block d6 - ?1/?3 - 0 -1 0:0", 22, "the passes in a row"),
        ("block d6 - ?1/?3 - 0 0 01:0", 24, "expected a score"),
        ("block d6 - ?1/?3 - 0 0 -0:0", 24, "expected a score"),
        ("block d6 - ?1/?3 - 0 0 0:0 round=1 round=2", 36, "round= is there twice"),
        ("block d6 - ?1/?3 - 0 0 0:0 moves=0:*6-6", 28, "moves= does not lead to the tiles"),
        ("block d6 6-6 ?1/?3 - 0 0 0:0 moves=0:*6-6,2:--", 43, "a seat below 2"),
        ("block d6 6-6 ?1/?3 - 0 0 0:0 moves=0:*6-6,1:>6", 46, "a tile after '>'"),
        ("block d6 6-6 ?1/?3 - 0 0 0:0 laid=--", 35, "expected a placement"),
        ("block d6 - ?1/?3 - - 0 0:0 ended=won:0:0:-", 34, "expected how the round ended"),
        ("block d6 - 256-1/?3 - 0 0 0:0", 12, "expected a tile, got '256-1'"),
        ("block d6 - 19-1/?3 - 0 0 0:0", 12, "halves from 0 to 18, got 19 and 1"),
        ("block d6 - 6-\N{ARABIC-INDIC DIGIT ONE}/?3 - 0 0 0:0", 12, "expected a tile"),
        ("block d6 - " + "9" * 10**6 + "/?3 - 0 0 0:0", 12, "expected a tile"),
    ],
)
def test_a_fault_has_its_column(text: str, column: int, said: str) -> None:
    """The error says what was expected and what is there, and where."""
    with pytest.raises(dc.NotationError) as caught:
        dc.Position.parse(text)
    assert said in str(caught.value)
    assert (caught.value.text, caught.value.line, caught.value.column) == (text, 1, column)
    assert str(caught.value).startswith(f"column {column}: ")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hearts d6 - 6-6/5-5 - 0 0 0:0", "no variant 'hearts'"),
        ("block;colour=red d6 - 6-6/5-5 - 0 0 0:0", "no option 'colour'"),
        ("block d9 - 6-6/5-5 - 0 0 0:0", "the highest pip of the set is 6 in block, got 9"),
        ("block d6 - 6-6/5-5/4-4 - 0 0 0:0", "the number of hands is 2 in block, got 3"),
        ("block d6 - 6-6/5-5 - 0 0 0:0:0", "the number of scores is 2 in block, got 3"),
        ("block d6 - 6-6/?7 ?14 0 0 0:0", "a state hides nothing"),
        ("block d6 - 6-6/- - 0 0 0:0", "seat 1 has no tile"),
        ("draw d6 - 5-5/6-6 - 0 0 0:0 opened=0", "highest_double does not name seat 0"),
        ("draw d6 - 5-5/6-6 - 0 0 0:0 opened=9", "the opening has 2 criteria"),
        ("block d6 6-6>5-6 5-5/4-4 - 0 0 0:0", "cannot be laid there"),
        ("block d6 6-6 5-5/4-4 - 1 0 0:0 moves=0:*6-6,0:--", "it is over"),
        ("block d6 6-6 5-5/6-4 - 1 0 0:0 moves=1:*6-6", "turn cannot be 1: it is 0"),
        ("block d6 - 6-5.5-5/6-4 - 0 1 0:0", "passes cannot be 1: it is 0"),
        ("block d6 6-6 6-5/6-4 5-5 1 0 0:0 moves=0:+5-5,0:*6-6", "draws 5-5"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    """A position that is well written and breaks the rules is an error of notation, too."""
    with pytest.raises(dc.NotationError) as caught:
        dc.State.parse(text)
    assert said in str(caught.value)


def test_whose_view_it_is_has_to_be_told() -> None:
    """One hand that is shown is the viewer's; else the text has to say so."""
    text = "block d6 - 6-6.5-5/4-4.3-3 ?24 0 0 0:0"
    with pytest.raises(dc.NotationError, match="whose view"):
        dc.Observation.parse(text)
    assert dc.Observation.parse(text + " seat=1").hand == dc.Hand("4-4 3-3")
    assert dc.Observation.parse(text.replace("4-4.3-3", "?2")).seat == 0


def test_rules_can_be_given() -> None:
    """A text names no code: rules with a function are read where they are handed over."""
    rules = dc.Rules(score_round=everybody_one)
    state = dc.State.deal(rules, seed=4, leader=0)
    assert "score_round=test_position:everybody_one" in str(state)
    with pytest.raises(dc.NotationError, match="a function comes only from Python"):
        dc.State.parse(str(state))
    assert dc.State.parse(str(state), rules) == state
    assert dc.Observation.parse(str(state.observe(1)), rules) == state.observe(1)


def everybody_one(end: dc.RoundEnd) -> tuple[int, ...]:
    """Give each side a point."""
    return (1,) * end.rules.n_sides


def test_something_else_than_a_text_is_a_type_error() -> None:
    """Bytes and numbers are not read."""
    for value in (b"block", 7, None):
        with pytest.raises(TypeError, match="read from a text"):
            dc.Position.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(("hand", "boneyard"), [(7, 14), (6, 15)])
def test_a_view_of_more_tiles_than_there_are_is_refused(hand: int, boneyard: int) -> None:
    """A double-six set has 28 tiles, whatever is hidden."""
    text = (
        f"block d6 4-6 ?{hand}/6-5.6-2.4-4.4-2.4-0.3-1.1-0 ?{boneyard} 1 0 0:0 seat=1 moves=0:*6-4"
    )
    with pytest.raises(dc.NotationError, match="29 tiles of a set of 28"):
        dc.Observation.parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("block;x=%FF d6 - 6-6/5-5 - 0 0 0:0", "expected a variant in UTF-8"),
        ("block d6 - 6-6/5-5 - 0 0 0:0 shown=6-6", "2 tiles, one a seat"),
        ("block d6 - 6-6/?1 - 0 0 0:0 seat=0 moves=1:+?,1:+?,1:+?", "drawn more than it holds"),
        (
            "block;opening=lots d6 - 6-6/?1 ?26 0 0 0:0 seat=0 opened=0",
            "shown= needs a tile of each",
        ),
        (
            "draw d6 6-6 ?1/2-1.1-1.1-0 ?2 1 0 0:0 drew=1 seat=1 moves=0:*6-6",
            "the tile that the seat on turn has drawn is in no move",
        ),
    ],
)
def test_words_that_no_position_has(text: str, said: str) -> None:
    """Bytes that are no text, tiles shown for lots by some seats or none, hands that grew from
    nothing, and a draw that is told and did not happen.
    """
    with pytest.raises(dc.NotationError, match=said):
        dc.Observation.parse(text)
