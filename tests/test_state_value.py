# SPDX-License-Identifier: MIT
"""States are values: equality, copies, pickles, and pickles that were tampered with."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Iterator

import pytest

import dominocore as dc
from dominocore import DRAW, Rules, State, TileSet, _native
from dominocore.builtin_variants import aberto, block, bode, draw, fives, latin
from test_against_oracle import random_rules

GAMES = [aberto(), latin(2), latin(4, pairs=True), bode(), fives(), draw(3), block(4)]
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def some_states(rng: random.Random, rounds: int) -> Iterator[State]:
    """States of random rounds: before the lead, in the middle, after draws and passes, over."""
    for i in range(rounds):
        rules = GAMES[i % len(GAMES)] if i % 2 else random_rules(rng)
        try:
            state = State.deal(rules, seed=rng.getrandbits(64), scores=[3] * rules.n_sides)
        except ValueError:  # no criterion names a leader
            continue
        yield state
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
            if state.is_over or rng.random() < 0.1:
                yield state


def same_end(state: State, other: State, seed: int) -> bool:
    """Whether both go on the same under the same random numbers."""
    rng, again = random.Random(seed), random.Random(seed)
    while not state.is_over:
        assert state.moves == other.moves
        state, other = state.play(rng.choice(state.moves)), other.play(again.choice(other.moves))
        assert state == other and state.history[-1] == other.history[-1]
    return other.is_over and state.outcome == other.outcome


def test_copies_and_pickles() -> None:
    """A copy and a pickle of any protocol are equal, hash alike and go on the same."""
    rng = random.Random(11)
    for state in some_states(rng, 30):
        assert copy.copy(state) is state and copy.deepcopy(state) is state
        for protocol in PROTOCOLS:
            again = pickle.loads(pickle.dumps(state, protocol))
            assert again == state and hash(again) == hash(state)
            assert again.moves == state.moves and again.history == state.history
            assert again.rules == state.rules and again.outcome == state.outcome
            assert all(again.observe(p) == state.observe(p) for p in range(state.rules.seats))
        assert same_end(state, again, rng.getrandbits(32))


def test_a_position_is_pickled_too() -> None:
    """So is a round that was set up, with the moves made since."""
    state = State.setup(
        Rules(draw="until_playable"), layout="6-1 <1-2", hands=["6-6 0-0", "5-5 4-4"], turn=1
    )
    while not state.is_over:
        again = pickle.loads(pickle.dumps(state))
        assert again == state and again.history == state.history
        state = state.play(state.moves[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.outcome == state.outcome and again.history == state.history


def test_equal_states_may_come_about_differently() -> None:
    """Two ways to the same table, hands and turn give equal states; only `history` tells."""
    hands = ["6-6 5-2 4-3 1-0", "6-5 6-4 2-1 0-0"]
    ends = []
    for way in ("*6-6 >6-5 >5-2 <6-4 <4-3 >2-1", "*6-6 <6-4 <4-3 >6-5 >5-2 >2-1"):
        state = State.deal(Rules(target=None), hands=hands, leader=0)
        for move in way.split():
            state = state.play(move)
        assert not state.is_over
        ends.append(state)
    assert ends[0] == ends[1] and hash(ends[0]) == hash(ends[1])
    assert ends[0].history != ends[1].history
    assert same_end(ends[0], ends[1], 1)


def test_different_states_differ() -> None:
    """Another boneyard order, other scores, another round, leader or rules make another state."""
    base = {
        "hands": ["6-6 6-5", "5-5 4-4"],
        "boneyard": "3-3 2-2",
        "leader": 0,
        "exclude": Rules().tiles - TileSet.parse("6-6 6-5 5-5 4-4 3-3 2-2"),
    }
    states = [
        State.deal(Rules(), **base),
        State.deal(Rules(), **base | {"boneyard": "2-2 3-3"}),
        State.deal(Rules(), **base, scores=[1, 0]),
        State.deal(Rules(), **base, round=2),
        State.deal(Rules(), **base | {"leader": 1}),
        State.deal(Rules(target=99), **base),
    ]
    assert len(set(states)) == len(states)
    assert all(a != b for i, a in enumerate(states) for b in states[:i])


def test_states_with_one_hash_still_differ() -> None:
    """States that hash alike but have other rules are two keys."""
    deal = {"hands": ["6-6 6-5", "5-5 4-4"], "leader": 0}
    one, other = State.deal(Rules(), **deal), State.deal(Rules(target=99), **deal)
    assert hash(one) == hash(other) and one != other and len({one, other}) == 2


@pytest.mark.parametrize("other", [None, 0, "state", b"", ()])
def test_a_state_equals_nothing_else(other: object) -> None:
    """A state is no other kind of thing, an observation neither."""
    state = State.deal(Rules(), seed=1)
    assert state != other and state != state.observe(0)


def test_play_changes_nothing() -> None:
    """Whatever is played from a state, it stays what it was."""
    rng = random.Random(4)
    for state in some_states(rng, 20):
        before = pickle.dumps(state)
        for move in state.moves:
            state.play(move)
        for seat in range(state.rules.seats):
            state.observe(seat)
        assert pickle.dumps(state) == before


def test_histories_replay() -> None:
    """Playing the moves of `history` from the deal, draws unseen, leads to an equal state."""
    rng = random.Random(8)
    for number in range(60):
        rules = GAMES[number % len(GAMES)] if number % 2 else random_rules(rng)
        try:
            start = State.deal(rules, seed=number)
        except ValueError:  # no criterion names a leader
            continue
        state = start
        while not state.is_over and rng.random() < 0.97:
            state = state.play(rng.choice(state.moves))
        again = start
        for seat, move in state.history:
            assert again.turn == seat
            if move.is_draw:
                assert move.tile == again.boneyard[0]
            again = again.play(DRAW if move.is_draw else move)
        assert again == state and again.history == state.history
        assert state.last_move == (state.history[-1][1] if state.history else None)


def test_long_histories() -> None:
    """Ten thousand plies in one loop, and a pickle of all their states, need no deep stack."""
    rules = Rules(max_pip=18, seats=2, hand_size=7, draw="until_playable", target=None)
    rng = random.Random(6)
    states: list[State] = []
    number = 0
    while len(states) < 10_000:
        number += 1
        state = State.deal(rules, seed=1, round=number, leader=0)
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
            states.append(state)
    data = pickle.dumps(states)
    assert len(data) < 10_000 * 2000
    sample = states[:: len(states) // 50]
    assert pickle.loads(pickle.dumps(sample)) == sample
    assert max(len(state.history) for state in states) > 150


# ---- tampered pickles ----


def check_whole(state: State) -> None:
    """Everything that can be asked of a state answers, and it can be played to an end."""
    history = state.history
    assert [seat for seat, _ in history if not 0 <= seat < state.rules.seats] == []
    assert state.hand_sizes == tuple(len(hand) for hand in state.hands)
    assert len(state.boneyard) == state.boneyard_size
    for seat in range(state.rules.seats):
        view = state.observe(seat)
        assert len(view.events) == len(history)
        assert repr(view) and len(view.lots) in (0, state.rules.seats)
        assert view.drawn is None or view.turn == seat
        assert view.shown_hands is None or state.is_over
        assert view.scores == state.scores and view.opened_by == state.opened_by
    assert repr(state) and state.voids is not None and (state.outcome is None) != state.is_over
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.history == history
    rng = random.Random(1)
    for _ in range(1000):
        if state.is_over:
            break
        state = state.play(rng.choice(state.moves))
    assert state.is_over


def tampered(rng: random.Random, data: bytes) -> bytes:
    copy_ = bytearray(data)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(copy_))
        copy_[at] = rng.choice((copy_[at] ^ 1 << rng.randrange(8), rng.randrange(256), 0, 255))
    return bytes(copy_)


@pytest.mark.parametrize("part", [2, 3, 4], ids=["deal", "state", "history"])
def test_tampered_pickles(part: int) -> None:
    """With bytes changed a pickle is a ValueError, or a state that is sound in every respect."""
    rng = random.Random(part)
    for state in some_states(rng, 60):
        restore, args = state.__reduce__()
        if not args[part]:
            continue
        for _ in range(25):
            changed = list(args)
            changed[part] = tampered(rng, args[part])
            try:
                other = restore(*changed)
            except ValueError:
                continue
            check_whole(other)


def test_every_byte_of_a_deal_counts() -> None:
    """No byte of a deal or state can change unseen: an error, or a state that is not equal."""
    start = State.deal(draw(3), seed=5)
    for state in (start, start.play(start.moves[0])):
        restore, args = state.__reduce__()
        for part in (2, 3):
            for at in range(len(args[part])):
                data = bytearray(args[part])
                data[at] ^= 0x41
                changed = list(args)
                changed[part] = bytes(data)
                try:
                    other = restore(*changed)
                except ValueError:
                    continue
                assert other != state
                # what may differ are points brought in and the number of the round
                assert (other.scores, other.round) != (state.scores, state.round)


def test_pickles_of_a_position_with_a_false_history() -> None:
    """The moves of a round that was set up are checked as well."""
    state = State.setup(Rules(draw="one"), layout="6-1", hands=["6-6 5-5", "0-0 4-4"])
    restore, args = state.__reduce__()
    for history in (b"\xff\xff", b"\xff\x3e" * 40, b"\x00", b"\x00\x00" * 1000, "text", None):
        with pytest.raises(ValueError):
            restore(*args[:4], history, args[5])


def test_draws_of_a_false_history() -> None:
    """A mark that says a draw ended the turn is checked against the draw."""
    state = State.deal(
        Rules(draw="until_playable"),
        hands=["6-6 5-5", "0-0 4-4"],
        leader=0,
    )
    state = state.play("*6-6").play("+")
    restore, args = state.__reduce__()
    history = bytearray(args[4])
    history[3] ^= 0x40
    with pytest.raises(ValueError):
        restore(*args[:4], bytes(history), args[5])


def test_pickles_of_other_formats() -> None:
    """Another format, other lengths and other rules are refused."""
    state = State.deal(draw(3), seed=5)
    restore, (form, rules, deal, data, history, base) = state.__reduce__()
    assert restore(form, rules, deal, data, history, base) == state
    bad = [
        (form + 1, rules, deal, data, history),
        (form, rules, deal[:-1], data, history),
        (form, rules, deal, data + b"\0", history),
        (form, rules, b"", b"", b""),
        (form, rules, deal, bytes(len(data)), history),
        (form, rules, bytes(len(deal)), data, history),
        (form, rules, deal, data, b"\0"),
        (form, Rules(max_pip=3, hand_size=2), deal, data, history),
        (form, draw(4), deal, data, history),
    ]
    for args in bad:
        with pytest.raises(ValueError):
            restore(*args, base)
    for other in (None, (), b"\0", dc.PASS._packed, dc.Move("*6-6")._packed):
        with pytest.raises(ValueError):
            restore(form, rules, deal, data, history, other)


def test_a_pickle_of_a_round_past_the_last_number() -> None:
    """A state of it could not be written as text and read again."""
    restore, (form, rules, deal, data, history, base) = State.deal(draw(3), seed=5).__reduce__()
    at = _native.ffi.offsetof("dmc_deal", "round")
    for number, good in ((1_000_000_000, True), (1_000_000_001, False), (0xFFFFFFFF, False)):
        changed = deal[:at] + number.to_bytes(4, sys.byteorder) + deal[at + 4 :]
        if good:
            state = restore(form, rules, changed, data, history, base)
            assert State.parse(str(state)).round == number
        else:
            with pytest.raises(ValueError, match="round is a number from 0 to 1000000000"):
                restore(form, rules, changed, data, history, base)


def test_a_pickle_of_a_view_of_a_round_past_the_last_number() -> None:
    """Nor could a view of it."""
    restore, (form, rules, data, events, base) = State.deal(draw(3), seed=5).observe(0).__reduce__()
    at = _native.ffi.offsetof("dmc_view", "round")
    for number in (1_000_000_001, 0xFFFFFFFF):
        changed = data[:at] + number.to_bytes(4, sys.byteorder) + data[at + 4 :]
        with pytest.raises(ValueError, match="round is a number from 0 to 1000000000"):
            restore(form, rules, changed, events, base)


def test_what_a_pickle_holds_is_bytes_and_nothing_that_can_change() -> None:
    """A bytearray in their place would stay the caller's to change."""
    state = dc.variant("draw").deal(seed=1)
    view = state.observe(state.turn or 0)
    for thing in (state, view, view.sample(seed=1, n=2)):
        restore, parts = thing.__reduce__()
        assert restore(*parts) == thing
        for i, part in enumerate(parts):
            if isinstance(part, bytes):
                for other in (bytearray(part), None):
                    with pytest.raises(ValueError, match=r"bytes|packed|placements"):
                        restore(*parts[:i], other, *parts[i + 1 :])
