"""The library against the naive oracle: every rule field, move by move, state by state."""

from __future__ import annotations

import random

import pytest

import dominocore
import oracle
from dominocore import Rules, State
from dominocore.moves import Move

#: Values to combine at random; what Rules refuses together is drawn again.
SPACE = {
    "max_pip": (2, 3, 4, 6, 6, 6, 9),
    "seats": (2, 2, 3, 4, 5),
    "sides": (None, None, "pairs"),
    "hand_size": (1, 2, 3, 4, 5, 7),
    "opening": (
        ("highest_double", "highest_tile"),
        ("doubles 0 2 1", "lowest_tile"),
        ("lowest_double free", "highest_tile_lex"),
        ("tile 2-1", "heaviest_hand"),
        ("highest_double", "lots", "lot"),
        ("lot",),
        ("lots", "lowest_tile free"),
    ),
    "lot_tile": ("returned", "returned", "kept", "leads"),
    "joins": ("equal", "equal", "equal", "sum 4", "sum 2"),
    "wild": ((), (), (), ("0-0", "2-1"), ("1-1",)),
    "spinner": ("none", "none", "first_double", "opening_double", "every_double"),
    "spinner_arms": (4, 4, 4, 3, 2, 6, 8),
    "arms_open": ("both_sides", "both_sides", "one_side", "at_once"),
    "fill_first": (0, 0, 0, 2, 4),
    "fill_doubles": (0, 0, 0, 1),
    "arm_cap": (0, 0, 1),
    "draw": ("none", "one", "until_playable", "until_playable", "up_to 2"),
    "draw_when_able": (False, False, True),
    "drawn_tile": ("must_play", "must_play", "may_play", "turn_ends"),
    "reserve": (0, 0, 1, 2),
    "out": ("first", "first", "side"),
    "dead_layout": ("end_now", "drain"),
    "blocked_winner": ("lowest_side", "lowest_seat", "blocker_or_next", "none"),
    "blocked_tie": ("none", "blocker_loses", "blocker_wins", "nearest_lead", "replay"),
    "score": ("winner_gains", "winner_gains", "penalties", "unit", "none"),
    "points_from": ("opponents", "all"),
    "minus_own": (True, False),
    "rounding": ("none", "none", "down 5", "nearest 5", "up 5"),
    "rounding_per_hand": (False, True),
    "blocker_exempt": (False, True),
    "tile_values": ((), (), (("0-0", 50), ("2-1", 7))),
    "ends_divisors": ((), (5,), (3,), (3, 5), (1,)),
    "ends_points": ("sum", "quotient"),
    "double_tip": ("full", "full", "single"),
    "spinner_count": ("until_two_sides", "exposed_halves"),
    "opening_counts": ("full", "none", "single"),
    "claim": ("auto", "auto", "required"),
    "bonus_capicua": (0, 25),
    "bonus_last_tile": ((), (("0-0", 100), ("2-2", 3))),
    "bonus_first_pass": (0, 30),
    "bonus_round_pass": (0, 40),
    "target": (100, 7, 30, None),
    "match_end": ("round", "immediate"),
    "wins": ("high", "high", "low"),
    "later": ("opening", "next", "winner", "next_after_winner", "winner_or_blocker", "winner_side"),
    "after_block": (None, "opening", "next", "winner", "winner_or_blocker"),
}


def random_rules(rng: random.Random) -> Rules:
    """Draw rules at random until a combination is possible."""
    while True:
        fields = {name: rng.choice(values) for name, values in SPACE.items()}
        if rng.random() < 0.7:  # most games leave most fields alone
            kept = set(rng.sample(sorted(SPACE), 14))
            fields = {name: fields[name] for name in kept}
        if fields.get("sides") == "pairs":
            seats = fields.get("seats", 2)
            fields["sides"] = tuple(seat % 2 for seat in range(seats))
        try:
            rules = Rules(**fields)
        except ValueError:
            continue
        return rules


def as_fields(rules: Rules) -> dict:
    """The rules as the oracle takes them."""
    fields = {name: getattr(rules, name) for name in oracle.DEFAULTS if hasattr(rules, name)}
    fields["sides"] = tuple(rules.side_of(seat) for seat in range(rules.seats))
    return fields


def tiles_of(hand) -> list[tuple[int, int]]:
    return sorted((t.high, t.low) for t in hand)


def shuffled(rules: Rules, rng: random.Random):
    tiles = list(rules.tiles)
    rng.shuffle(tiles)
    h = rules.hand_tiles
    hands = [tiles[p * h : (p + 1) * h] for p in range(rules.seats)]
    return hands, tiles[rules.seats * h :]


def compare(state: State, other: oracle.Round) -> None:
    """All that both can say of a state is the same."""
    assert state.phase == other.phase
    assert state.turn == other.turn
    assert [tiles_of(hand) for hand in state.hands] == [sorted(h) for h in other.hands]
    assert [(t.high, t.low) for t in state.boneyard] == list(other.boneyard)
    assert list(state.points) == list(other.points)
    assert state.passes == other.passes or state.is_over
    assert state.ends == other.ends
    assert [str(Move(text)) for text in other.moves()] == list(map(str, state.moves))
    if state.phase == "play":
        assert state.is_dead == other.dead()
        assert state.ends_sum == other.ends_sum()
        like = [str(Move(other._text(m))) for m in oracle.distinct_moves(other)]
        assert list(map(str, state.distinct_moves)) == like
    if not state.is_over:
        assert [set(v) for v in state.voids] == [set(v) for v in other.voids]
        return
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.seat, outcome.side) == (
        other.ending,
        other.winner_seat,
        other.winner_side,
    )
    assert outcome.blocker == (other.blocker if other.ending == "blocked" else None)


def play_both(rules: Rules, rng: random.Random) -> tuple[State, oracle.Round] | None:
    """Play a random round on both sides, comparing at every step."""
    hands, boneyard = shuffled(rules, rng)
    fields = as_fields(rules)
    scores = [rng.choice((0, 3, 20)) for _ in range(rules.n_sides)]
    leader = rng.choice((None, None, 0, rules.seats - 1))
    given = {"hands": hands, "boneyard": boneyard, "leader": leader, "scores": scores}
    try:
        state = State.deal(rules, **given)
    except ValueError as error:
        assert "opening criterion" in str(error)  # nobody holds a listed tile
        with pytest.raises(ValueError):
            oracle.Round(fields, hands_of(hands), pairs_of(boneyard), leader=leader, scores=scores)
        return None
    other = oracle.Round(fields, hands_of(hands), pairs_of(boneyard), leader=leader, scores=scores)
    assert state.leader == other.leader
    assert state.opened_by == other.opened_by
    compare(state, other)
    while not state.is_over:
        index = rng.randrange(len(state.moves))
        text = other.moves()[index]
        state = state.play(state.moves[index])
        other.play(text)
        compare(state, other)
    lead = state.next_lead()
    expected = oracle.next_lead(fields, other, other.leader)
    assert (("criteria", None) if lead is None else ("seat", lead)) == expected
    return state, other


def hands_of(hands) -> list[list[tuple[int, int]]]:
    return [pairs_of(hand) for hand in hands]


def pairs_of(tiles) -> list[tuple[int, int]]:
    return [(t.high, t.low) for t in tiles]


@pytest.mark.parametrize("block", range(20))
def test_random_rules_agree_at_every_state(block: int) -> None:
    """Rounds under rules drawn at random are the same in the library and in the oracle."""
    rng = random.Random(block)
    for case in range(60):
        rules = random_rules(rng)
        try:
            play_both(rules, rng)
        except AssertionError as error:
            raise AssertionError(f"case {case} of block {block}: {rules}") from error


def variants() -> list[tuple[str, dict]]:
    """Every registered variant with the numbers of seats and the pairs that it allows."""
    found = []
    for name in sorted(dominocore.variants):
        own = dominocore.variant(name).parameters
        for seats in (2, 3, 4) if "seats" in own else (None,):
            for pairs in (False, True) if "pairs" in own else (None,):
                options = {"seats": seats, "pairs": pairs}
                chosen = {key: value for key, value in options.items() if value is not None}
                try:
                    dominocore.variant(name, **chosen)
                except ValueError:
                    continue  # pairs of other than four seats, say
                found.append((name, chosen))
    return found


def play_match(rules: Rules, seed: int) -> int:
    """Play a match of both, each round from the same tiles; give the number of rounds."""
    rng = random.Random(seed)
    fields = as_fields(rules)
    totals = [0] * rules.n_sides
    leader: int | None = None
    rounds = 0
    match = dominocore.Match(rules, seed=seed)
    while match.winners is None and rounds < 60:
        state = match.state
        assert list(state.scores) == totals
        hands, boneyard = map(pairs_of, state.hands), pairs_of(state.boneyard)
        given = {"leader": leader, "scores": totals, "lot_seat": state.leader}
        if leader is None and state.lots:
            given["leader"] = best_lot(state)  # lots lie anywhere in the boneyard
        other = oracle.Round(fields, list(hands), boneyard, **given)
        assert state.leader == other.leader
        while not state.is_over:
            compare(state, other)
            index = rng.randrange(len(state.moves))
            text = other.moves()[index]
            match = match.play(state.moves[index])
            other.play(text)
            dealt = len(match.rounds) > rounds and match.winners is None
            after = match.last if dealt else match.state
            assert after is not None
            state = after
        compare(state, other)
        rounds += 1
        totals = [a + b for a, b in zip(totals, other.points, strict=True)]
        kind, seat = oracle.next_lead(fields, other, other.leader)
        leader = seat if kind == "seat" else None
        winners = oracle.match_winners(fields, totals, other.ending == "target")
        assert match.winners == (None if winners is None else tuple(winners))
    return rounds


def best_lot(state: State) -> int:
    """The seat whose lot has most pips, then the higher half."""
    return max(
        range(len(state.lots)), key=lambda seat: (state.lots[seat].pips, state.lots[seat].high)
    )


@pytest.mark.parametrize(
    ("name", "options"), variants(), ids=lambda x: x if isinstance(x, str) else str(x)
)
def test_registered_variants_agree_match_by_match(name: str, options: dict) -> None:
    """Whole matches of every registered variant are the same in the library and in the oracle."""
    rules = dominocore.variant(name, **options).rules
    played = sum(play_match(rules, seed) for seed in range(6))
    assert played >= 6
