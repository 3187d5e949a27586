"""Fields, openings, settlements and matches, for ``oracle.py``."""

from __future__ import annotations

from typing import NamedTuple

from oracle_layout import Tile, is_double, tile

DEFAULTS: dict = {
    "max_pip": 6,
    "exclude": (),
    "seats": 2,
    "sides": None,
    "hand_size": 7,
    "opening": ("lot",),
    "later": "next",
    "after_block": None,
    "redeal_if": (),
    "lot_tile": "returned",
    "joins": "equal",
    "wild": (),
    "spinner": "none",
    "spinner_arms": 4,
    "arms_open": "both_sides",
    "fill_first": 0,
    "fill_doubles": 0,
    "arm_cap": 0,
    "draw": "none",
    "draw_when_able": False,
    "drawn_tile": "must_play",
    "reserve": 0,
    "out": "first",
    "dead_layout": "end_now",
    "blocked_winner": "lowest_side",
    "blocked_tie": "none",
    "score": "winner_gains",
    "points_from": "opponents",
    "minus_own": True,
    "rounding": "none",
    "rounding_per_hand": False,
    "blocker_exempt": False,
    "tile_values": (),
    "closing_points": (),
    "ends_divisors": (),
    "ends_points": "sum",
    "double_tip": "full",
    "spinner_count": "until_two_sides",
    "opening_counts": "full",
    "claim": "auto",
    "bonus_capicua": 0,
    "bonus_last_tile": (),
    "bonus_first_pass": 0,
    "bonus_round_pass": 0,
    "target": 100,
    "match_end": "round",
    "wins": "high",
    "match_tie": "shared",
    "score_round": None,
}


def complete(fields: dict) -> dict:
    """The fields with the defaults of the block game where they are silent."""
    unknown = set(fields) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown fields: {sorted(unknown)}")
    return DEFAULTS | fields


# Sides


def side_of(fields: dict, seat: int) -> int:
    """The side a seat plays for; without ``sides`` each seat is its own."""
    return fields["sides"][seat] if fields["sides"] is not None else seat


def sides_count(fields: dict, seats: int) -> int:
    return 1 + max(side_of(fields, seat) for seat in range(seats))


def in_play_order(seats: int, start: int) -> list[int]:
    """All seats, ``start`` first."""
    return [(start + step) % seats for step in range(seats)]


# Openings


class Opening(NamedTuple):
    """Who leads, the tile he must lead (None: any), and the criterion that said so."""

    seat: int
    forced: Tile | None
    index: int
    hands: list[list[Tile]]
    boneyard: list[Tile]


def by_sum(value: Tile) -> tuple[int, int]:
    """Tiles rank by their pips, then by the higher half."""
    return (sum(value), value[0])


def open_round(fields: dict, hands, boneyard, lot_seat: int) -> Opening:
    """Ask the criteria in turn; the first that names a seat decides."""
    for index, criterion in enumerate(fields["opening"]):
        name = criterion.removesuffix(" free")
        if name == "redeal":
            raise ValueError("the opening asks for another deal")
        if name == "lot":
            return Opening(lot_seat, None, index, hands, boneyard)
        if name == "lots":
            if len(boneyard) >= len(hands):
                return draw_lots(fields, index, hands, boneyard)
            continue
        if name == "heaviest_hand":
            return Opening(heaviest_hand(fields, hands), None, index, hands, boneyard)
        named = named_tile(name, [t for hand in hands for t in hand])
        if named is not None:
            seat = next(s for s, hand in enumerate(hands) if named in hand)
            forced = named if criterion == name else None
            return Opening(seat, forced, index, hands, boneyard)
    raise ValueError(f"no criterion of {fields['opening']} names a leader")


def named_tile(criterion: str, held: list[Tile]) -> Tile | None:
    """The held tile that a criterion names, if there is one."""
    word, *rest = criterion.split()
    if word == "tile":
        listed = [tile(rest[0])]
        return next((t for t in listed if t in held), None)
    if word == "doubles":
        listed = [(int(pip), int(pip)) for pip in rest]
        return next((t for t in listed if t in held), None)
    doubles = [t for t in held if is_double(t)]
    return {
        "highest_double": lambda: max(doubles, default=None),
        "lowest_double": lambda: min(doubles, default=None),
        "highest_tile": lambda: max(held, key=by_sum),
        "highest_tile_lex": lambda: max(held),
        "lowest_tile": lambda: min(held, key=by_sum),
    }[word]()


def heaviest_hand(fields: dict, hands) -> int:
    """The seat with the most points in hand; of equals the one with the best tile."""
    return max(
        range(len(hands)),
        key=lambda seat: (pips(fields, hands[seat]), max(by_sum(t) for t in hands[seat])),
    )


def draw_lots(fields: dict, index: int, hands, boneyard) -> Opening:
    """Each seat in order takes a tile of the boneyard; the best leads.

    The tiles go back (``returned``), stay in the hands (``kept``), or stay and the winner's one
    must be led (``leads``).
    """
    lots = boneyard[: len(hands)]
    best = max(lots, key=by_sum)
    seat = lots.index(best)
    if fields["lot_tile"] == "returned":
        return Opening(seat, None, index, hands, boneyard)
    hands = [sorted([*hand, lot]) for hand, lot in zip(hands, lots, strict=True)]
    forced = best if fields["lot_tile"] == "leads" else None
    return Opening(seat, forced, index, hands, boneyard[len(lots) :])


def next_lead(fields: dict, previous, previous_leader: int) -> tuple[str, int | None]:
    """Who leads the round after ``previous``: ``("criteria", None)`` or ``("seat", s)``.

    A replay opens as the replayed round did. Where the rule needs a winner and there is none, the
    criteria speak again.
    """
    fields = complete(fields)
    seats = len(previous.hands)
    blocked = previous.ending == "blocked"
    if blocked and is_replay(fields, previous):
        return ("criteria", None) if previous.opened_by >= 0 else ("seat", previous_leader)
    rule = fields["later"]
    if blocked and fields["after_block"] is not None:
        rule = fields["after_block"]
    winner = previous.winner_seat
    if rule == "winner_side" and winner is not None:
        winner = next(
            seat
            for seat in in_play_order(seats, previous_leader + 1)
            if side_of(fields, seat) == previous.winner_side
        )
    seat = {
        "opening": None,
        "next": (previous_leader + 1) % seats,
        "winner": winner,
        "next_after_winner": None if winner is None else (winner + 1) % seats,
        "winner_or_blocker": previous.blocker if blocked else winner,
        "winner_side": winner,
    }[rule]
    return ("criteria", None) if seat is None else ("seat", seat)


def is_replay(fields: dict, previous) -> bool:
    """The round was blocked and tied, and ties are played again."""
    return (
        fields["blocked_tie"] == "replay"
        and fields["blocked_winner"] != "none"
        and previous.winner_side is None
    )


# Settlements


def pips(fields: dict, hand) -> int:
    """What the tiles of a hand count: their pips, but for ``tile_values``."""
    values = {tile(named): value for named, value in fields["tile_values"]}
    return sum(values.get(tile(t), sum(tile(t))) for t in hand)


def rounded(fields: dict, number: int) -> int:
    """``down``, ``nearest`` or ``up`` to a multiple (half of it goes up, -7 goes down to -10)."""
    if fields["rounding"] == "none":
        return number
    way, multiple = fields["rounding"].split()
    k = int(multiple)
    added = {"down": 0, "nearest": k // 2, "up": k - 1}[way]
    return (number + added) // k * k


def closing_kind(last: Tile, fits_both: bool) -> str:
    """How a round closed that is out: its last tile, and whether that had both ends to go to."""
    if fits_both:
        return "double_both_ends" if is_double(last) else "both_ends"
    return "double" if is_double(last) else "simple"


def settle(
    fields: dict, ending: str, seat: int | None, hands, leader: int = 0, closing: str = "simple"
):
    """Points by side, winner side and winner seat of a round that is out or blocked.

    ``seat`` went out, or placed the last tile before the block. ``closing`` is the kind of going
    out.
    """
    fields = complete(fields)
    sides = [side_of(fields, s) for s in range(len(hands))]
    if ending == "out":
        winner_seat, winner = seat, sides[seat]
    else:
        winner = blocked_winner(fields, seat, hands, leader)
        own = [s for s in in_play_order(len(hands), leader) if sides[s] == winner]
        winner_seat = min(own, key=lambda s: pips(fields, hands[s]), default=None)
    points = [0] * sides_count(fields, len(hands))
    if fields["score"] == "penalties":
        exempt = seat if ending == "blocked" and fields["blocker_exempt"] else None
        for side in range(len(points)):
            paying = [h for s, h in enumerate(hands) if sides[s] == side and s != exempt]
            points[side] = total(fields, paying)
    elif winner is not None:
        kind = "blocked" if ending == "blocked" else closing
        won = gain(fields, hands, sides, winner, kind)
        points[winner] = max(0, won) if ending == "blocked" else won
    return points, winner, winner_seat


def total(fields: dict, hands, less=()) -> int:
    """The pips of some hands, less those of others, rounded: as one sum, or hand by hand."""
    if fields["rounding_per_hand"]:
        added = sum(rounded(fields, pips(fields, hand)) for hand in hands)
        taken = sum(rounded(fields, pips(fields, hand)) for hand in less)
        return added - taken
    added = sum(pips(fields, hand) for hand in hands)
    taken = sum(pips(fields, hand) for hand in less)
    return rounded(fields, added - taken)


def gain(fields: dict, hands, sides: list[int], winner: int, closing: str) -> int:
    """What the winning side takes.

    A side that goes out while its partner holds more than the opponents can take less than
    nothing; a blocked round never costs its winner anything.
    """
    if fields["score"] == "unit":
        return 1
    if fields["score"] == "none":
        return 0
    if fields["score"] == "closing":
        return dict(fields["closing_points"]).get(closing, 0)
    own = [hand for hand, side in zip(hands, sides, strict=True) if side == winner]
    others = [hand for hand, side in zip(hands, sides, strict=True) if side != winner]
    paying = others + own if fields["points_from"] == "all" else others
    return total(fields, paying, less=own if fields["minus_own"] else ())


def blocked_winner(fields: dict, blocker: int | None, hands, leader: int) -> int | None:
    """The side that wins a blocked round, None for nobody."""
    seats = range(len(hands))
    count = {seat: pips(fields, hands[seat]) for seat in seats}
    if fields["blocked_winner"] == "none":
        return None
    if fields["blocked_winner"] == "lowest_side":
        count = {s: sum(count[p] for p in partners(fields, s, seats)) for s in seats}
    if fields["blocked_winner"] == "blocker_or_next":
        if blocker is None:
            return None
        count = {s: count[s] for s in (blocker, (blocker + 1) % len(hands))}
    tied = [s for s in in_play_order(len(hands), leader) if count.get(s) == min(count.values())]
    return break_tie(fields, blocker, tied)


def partners(fields: dict, seat: int, seats) -> list[int]:
    """The seats of the same side, the seat itself included."""
    return [s for s in seats if side_of(fields, s) == side_of(fields, seat)]


def break_tie(fields: dict, blocker: int | None, tied: list[int]) -> int | None:
    """The winner of seats that hold equally little; ``tied`` in play order from the leader."""
    sides = {side_of(fields, seat) for seat in tied}
    if len(sides) == 1:
        return sides.pop()
    blocking = None if blocker is None else side_of(fields, blocker)
    if fields["blocked_tie"] == "nearest_lead":
        return side_of(fields, tied[0])
    if fields["blocked_tie"] == "blocker_wins":
        return blocking if blocking in sides else None
    if fields["blocked_tie"] == "blocker_loses":
        rest = sides - {blocking}
        return rest.pop() if len(rest) == 1 else None
    return None


# Matches


def match_winners(fields: dict, totals, ended_by_target: bool = False) -> tuple[int, ...] | None:
    """The sides that win the match, None while it goes on.

    It is over when a total reaches the target; the highest total wins, or the lowest. Equal
    totals share, or play another round.
    """
    fields = complete(fields)
    target = fields["target"]
    reached = target is not None and max(totals) >= target
    if not reached and not ended_by_target:
        return None
    best = max(totals) if fields["wins"] == "high" else min(totals)
    winners = tuple(side for side, points in enumerate(totals) if points == best)
    if fields["match_tie"] == "extra_round" and len(winners) > 1:
        return None
    return winners
