# SPDX-License-Identifier: MIT
"""Whether a match can have been played so, under its rules."""

from __future__ import annotations

from dominocore.errors import NotationError, ReplayError
from dominocore.protocol import GameRules, GameState
from dominocore.record import Record, RoundRecord
from dominocore.rules_name import find_rules


def check(record: Record, rules: GameRules | None = None) -> None:
    """Play a match again and compare all that its record says.

    Each move is legal, each round ended when, how and with the points that the record says, each
    leader is the one that the rules name, and the match ended when it had to. Where the record has
    the seed, it deals these hands.

    Raises:
        ReplayError: something is not so: the first that is not.
        NotationError: the record is what a seat sees, there is no such variant, or a deal cannot
            be.
    """
    if record.seat is not None:
        raise NotationError(
            f"what seat {record.seat} sees cannot be played again: hands are hidden"
        )
    rules = find_rules(record.variant) if rules is None else rules
    last: GameState | None = None
    for done, played in enumerate(record.rounds):
        states = played.states(rules)
        _check_start(record, played, states[0], last, rules, done)
        _check_end(played, states[-1])
        last = states[-1]
    won = None
    if last is not None and last.is_over:
        won = rules.winners(record.scores, len(record.rounds), last.outcome)
    if record.winners != won:
        raise _fault(record.rounds[-1] if record.rounds else None, "the match", record.winners, won)


def _check_start(
    record: Record,
    played: RoundRecord,
    state: GameState,
    last: GameState | None,
    rules: GameRules,
    done: int,
) -> None:
    """Check who leads a round, that there is one at all, and that the seed deals it."""
    if last is not None:
        if rules.winners(played.deal.scores, done, last.outcome) is not None:
            raise ReplayError("the match is over before this round", played.number)
        lead = last.next_lead()
        named = state.opened_by >= 0
        if played.deal.set_up:
            return
        if named != (lead is None) or lead not in (None, state.leader):
            who = "the opening names the leader" if lead is None else f"seat {lead} leads"
            raise ReplayError(
                f"round {played.number}: {who}, not seat {state.leader}"
                + ("" if named else " by the choice of the record"),
                played.number,
            )
    if record.seed is None or played.deal.set_up:
        return
    lead = None if state.opened_by >= 0 else state.leader
    dealt = rules.deal(
        seed=record.seed,
        round=played.number,
        leader=lead,
        scores=state.scores,
    )
    if dealt != state:
        raise ReplayError(f"round {played.number}: the seed deals other hands", played.number)


def _check_end(played: RoundRecord, state: GameState) -> None:
    """Check that a round ended as its record says."""
    outcome, end = state.outcome, played.end
    real = None if outcome is None else (str(outcome.ending), outcome.side, outcome.points)
    says = None if end is None else (end.ending, end.side, end.points)
    if real != says:
        raise _fault(played, "the round", says, real)


def _fault(
    played: RoundRecord | None,
    what: str,
    says: tuple[object, ...] | None,
    real: tuple[object, ...] | None,
) -> ReplayError:
    where = f"round {played.number}, after move {len(played.moves)}: " if played else ""
    got = "is not over" if says is None else f"ends {_show(says)}"
    due = "it is not over" if real is None else f"it ends {_show(real)}"
    number, ply = (played.number, len(played.moves)) if played else (1, 0)
    return ReplayError(f"{where}{what} {got} in the record, but {due}", number, ply)


def _show(facts: tuple[object, ...]) -> str:
    return " ".join(
        ":".join(map(str, fact)) if isinstance(fact, tuple) else "-" if fact is None else str(fact)
        for fact in facts
    )
