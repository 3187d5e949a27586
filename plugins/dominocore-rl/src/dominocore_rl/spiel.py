# SPDX-License-Identifier: MIT
"""Every variant as an OpenSpiel game: importing this registers `python_dominocore`.

>>> import pyspiel
>>> import dominocore_rl.spiel
>>> game = pyspiel.load_game("python_dominocore(variant=cross,chance=explicit)")
>>> game.num_distinct_actions()
114

Parameters: `variant`, a registered name, which may have options, as in `latin;seats:4`; `chance`,
`explicit` for a chance node a tile, or `sampled` for three nodes of 256 outcomes that pick one of
16,777,216 shuffled deals: quicker, and the way for rules that deal again; `seed` of those deals.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

import dominocore as dc
from dominocore.state import one_chain
from dominocore_rl import encoding
from dominocore_rl.encoding import Encoding

DEFAULTS = {"variant": "block", "chance": "sampled", "seed": 0}
#: Chance nodes of a sampled deal, and outcomes of each.
DIGITS, BASE = 3, 256


TYPE = pyspiel.GameType(
    short_name="python_dominocore",
    long_name="Dominoes",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=DEFAULTS,
)


class _Setting:
    """What all states of a game share; copies of it are itself."""

    def __init__(self, rules: Any, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.encoding = Encoding(rules)
        self.game = self.encoding.game
        #: How many chance outcomes make a deal, and from where a chance outcome is at most.
        self.to_deal, self.most_outcomes = DIGITS, BASE
        self.explicit = False

    def deal_tile_by_tile(self) -> None:
        """Deal by a chance node a tile.

        Raises:
            NotNativeError: the game is no chain.
            ValueError: it may deal again, or draw lots.
        """
        rules = one_chain(self.rules, "chance=explicit")
        if rules.redeal_if or any(c in ("redeal", "lots") for c in rules.opening):
            raise ValueError("the rules may deal again or draw lots: they need chance=sampled")
        self.explicit = True
        self.tiles = sorted(tile.index for tile in rules.tiles)
        # Where nobody draws the order of what is left does not matter.
        held = rules._native.spec.hand_size * rules.seats
        self.to_deal = len(self.tiles) if rules.draw != "none" else held
        self.most_outcomes = max(BASE, self.tiles[-1] + 1)

    def __deepcopy__(self, memo: Any) -> _Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _setting, (self.rules, self.seed, self.explicit)


def _setting(rules: Any, seed: int, explicit: bool) -> _Setting:
    made = _Setting(rules, seed)
    if explicit:
        made.deal_tile_by_tile()
    return made


class DominoGame(pyspiel.Game):  # type: ignore[misc]
    """A round of a variant."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        encoding.choice("chance", given["chance"], "sampled", "explicit")
        rules = dc.variant(given["variant"].replace(":", "=")).rules
        sizes = {
            sum(rules.side_of(seat) == side for seat in range(rules.seats))
            for side in range(rules.n_sides)
        }
        if len(sizes) > 1:
            raise ValueError("the sides are of different sizes, so the returns have no sum of 0")
        self.setting = _setting(rules, given["seed"], given["chance"] == "explicit")
        game = self.setting.game
        info = pyspiel.GameInfo(
            num_distinct_actions=game.n_actions,
            max_chance_outcomes=self.setting.most_outcomes,
            num_players=rules.seats,
            min_utility=-float(game.most_points),
            max_utility=float(game.most_points),
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> DominoState:
        """Give the state before the deal."""
        return DominoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DominoObserver:
        """Give an observer of this kind."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return DominoObserver(self.setting, kind, params)


class DominoState(pyspiel.State):  # type: ignore[misc]
    """A round, or the deal before it. `round` is the game's own state once all is dealt."""

    def __init__(self, game: DominoGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.round: Any = None
        self._dealt: tuple[int, ...] = ()

    def current_player(self) -> int:
        """Give who moves: a seat, chance, or nobody."""
        if self.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.round.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.round.turn)

    def _legal_actions(self, player: int) -> list[int]:
        if self.round is None or self.round.turn != player:
            return []
        mask = self.setting.game.mask(self.round.observe(player))
        return [action for action, legal in enumerate(mask) if legal]

    def _leads_by_lot(self) -> bool:
        return len(self._dealt) == self.setting.to_deal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the tiles that may be dealt next, the seats that may lead, or digits of a deal."""
        if not self.setting.explicit:
            return [(digit, 1.0 / BASE) for digit in range(BASE)]
        if self._leads_by_lot():
            seats = self.setting.rules.seats
            return [(seat, 1.0 / seats) for seat in range(seats)]
        left = [tile for tile in self.setting.tiles if tile not in self._dealt]
        return [(tile, 1.0 / len(left)) for tile in left]

    def _apply_action(self, action: int) -> None:
        if self.round is None:
            self._deal(action)
        else:
            view = self.round.observe(self.round.turn)
            self.round = self.round.play(self.setting.game.move(view, action))

    def _deal(self, outcome: int) -> None:
        """Take note of a chance outcome, and deal once there are enough."""
        rules = self.setting.rules
        leader = outcome if self._leads_by_lot() else None
        if leader is None:
            self._dealt += (outcome,)
        if not self._leads_by_lot():
            return
        if not self.setting.explicit:
            digits = sum(digit * BASE**i for i, digit in enumerate(self._dealt))
            self.round = rules.deal(seed=self.setting.seed * BASE**DIGITS + digits)
            return
        rest = [tile for tile in self.setting.tiles if tile not in self._dealt]
        order = [dc.Tile.from_index(tile) for tile in (*self._dealt, *rest)]
        dealt = rules.deal(order=order, leader=leader)
        if leader is not None or rules.opening[dealt.opened_by] != "lot":
            self.round = dealt

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if not self.setting.explicit:
                return f"Deal:{action}"
            if self._leads_by_lot():
                return f"Lead:{action}"
            return f"Deal:{dc.Tile.from_index(action)}"
        if action in self._legal_actions(player):
            return str(self.setting.game.move(self.round.observe(player), action))
        return f"Action:{action}"

    def is_terminal(self) -> bool:
        """Tell whether the round is over."""
        return self.round is not None and self.round.is_over

    def returns(self) -> list[float]:
        """Give each seat's payoff in points: its side's, less the mean of the others'."""
        rules = self.setting.rules
        if self.round is None or not self.round.is_over:
            return [0.0] * rules.seats
        sides = encoding.margins(rules, self.round.points)
        return [float(sides[rules.side_of(seat)]) for seat in range(rules.seats)]

    def __str__(self) -> str:
        if self.round is None:
            return "deal " + " ".join(map(str, self._dealt))
        hands = " / ".join(map(str, self.round.hands))
        boneyard = " ".join(map(str, self.round.boneyard))
        moves = " ".join(f"{seat}:{move}" for seat, move in self.round.history)
        return f"turn {self.round.turn} hands {hands} boneyard {boneyard} moves {moves}"


class DominoObserver:
    """What a player may know, as a tensor of named parts and as a text.

    `player`, one of n; `hand`, its tiles; `hands`, everybody's, where all private information is
    asked for; `public`, the rest of the encoder's planes; `history`, for perfect recall: the number
    of each event as the encoder counts them, out of the highest, 0 after the last; `dealt`, the
    player's first hand. Without private information no event tells what was drawn.
    """

    def __init__(self, setting: _Setting, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters, got {params}")
        self._setting = setting
        rules = setting.rules
        n_tiles = encoding.n_tiles(rules)
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        shapes: dict[str, tuple[int, ...]] = {"player": (rules.seats,)}
        if single:
            shapes["hand"] = (n_tiles,)
        if single and kind.perfect_recall:
            shapes["dealt"] = (n_tiles,)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            shapes["hands"] = (rules.seats, n_tiles)
        if kind.public_info:
            shapes["public"] = (setting.game.n_planes - n_tiles,)
        if kind.public_info and kind.perfect_recall:
            shapes["history"] = (setting.game.longest,)
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])
        self.tensor = np.zeros(int(ends[-1]), np.float32)
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {
            name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=True)
        }

    def set_from(self, state: DominoState, player: int) -> None:
        """Fill the tensor with what the player sees of the state."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.round is None:
            return
        view = state.round.observe(player)
        floats = self._setting.encoding.floats(view)
        if "hand" in self.dict:
            self.dict["hand"][:] = floats[: len(self.dict["hand"])]
        if "dealt" in self.dict:
            self.dict["dealt"][[tile.index for tile in first_hand(view)]] = 1
        if "hands" in self.dict:
            self.dict["hands"][:] = encoding.hands(state.round)
        if "public" in self.dict:
            self.dict["public"][:] = floats[-len(self.dict["public"]) :]
        if "history" in self.dict:
            self._set_history(view)

    def _set_history(self, view: Any) -> None:
        game, private = self._setting.game, "hand" in self.dict
        numbers = [
            game.event(view, seat, move if private else move.public) for seat, move in view.events
        ]
        self.dict["history"][: len(numbers)] = np.array(numbers) / game.n_events

    def string_from(self, state: DominoState, player: int) -> str:
        """Give what the player sees of the state as a text."""
        parts = [f"p{player}"]
        if state.round is None:
            return parts[0]
        view = state.round.observe(player)
        if "hand" in self.dict:
            parts.append(f"hand {view.hand}")
        if "dealt" in self.dict:
            parts.append(f"dealt {' '.join(map(str, first_hand(view)))}")
        if "hands" in self.dict:
            parts.append("hands " + " / ".join(map(str, state.round.hands)))
        if "public" in self.dict:
            parts.append(_table(view))
        if "history" in self.dict:
            shown = view if "hand" in self.dict else None
            parts.append("moves " + " ".join(_event(*event, shown) for event in view.events))
        return " | ".join(parts)


def first_hand(view: Any) -> list[dc.Tile]:
    """Give the tiles that the view's seat was dealt, sorted."""
    own = [move for seat, move in view.events if seat == view.seat and move.tile is not None]
    drawn = {move.tile for move in own if move.is_draw}
    placed = {move.tile for move in own if move.is_placement}
    return sorted(({*view.hand} | placed) - drawn, key=lambda tile: tile.index)


def _event(seat: int, move: Any, view: Any) -> str:
    own = view is not None and view.seat == seat
    return f"{seat}:{move if own else move.public}"


def _table(view: Any) -> str:
    """Give what everybody sees, without the order of the moves that led to it."""
    made: list[set[str]] = [set() for _ in view.hand_sizes]
    passes = 0
    for seat, move in view.events:
        made[seat].add(str(move.public))
        passes = passes + 1 if move.is_pass else 0
    voids = "/".join(" ".join(map(str, sorted(lacks))) for lacks in view.voids)
    return (
        f"turn {view.turn} ends {view.ends_text()} "
        f"made {'/'.join(' '.join(sorted(moves)) for moves in made)} sizes {view.hand_sizes} "
        f"left {view.boneyard_size} voids {voids} points {view.points} passes {passes}"
    )


def resampler(state: DominoState, player: int) -> DominoState:
    """Give a state that fits what the player knows, each one equally likely; for `ISMCTSBot`.

    With sampled chance its history keeps the chance actions of the true deal.

    >>> from open_spiel.python.algorithms import ismcts
    >>> callable(getattr(ismcts.ISMCTSBot, "set_resampler"))
    True

    Raises:
        NotNativeError: the game's views cannot draw the worlds that fit them.
    """
    view = state.round.observe(player)
    if not callable(getattr(view, "sample", None)):
        kind = type(view).__name__
        raise dc.NotNativeError(f"resampling needs views with `sample(seed)`; {kind} has none")
    world = view.sample(random.getrandbits(64))
    fresh = state.clone()
    if state.setting.explicit:
        fresh = state.get_game().new_initial_state()
        for action in [*_chance_actions(state, world), *_actions(state)]:
            fresh.apply_action(action)
        return fresh
    fresh.round = world
    return fresh


def _actions(state: DominoState) -> list[int]:
    """Give the players' actions so far."""
    return [pair.action for pair in state.full_history() if pair.player != pyspiel.PlayerId.CHANCE]


def _chance_actions(state: DominoState, world: Any) -> list[int]:
    """Give the chance actions that deal a world as it was before the first move."""
    order: list[dc.Tile] = []
    for seat in range(world.rules.seats):
        order += first_hand(world.observe(seat))
    order += [move.tile for _, move in world.history if move.is_draw and move.tile is not None]
    order += world.boneyard
    actions = [tile.index for tile in order[: state.setting.to_deal]]
    if world.opened_by < 0:
        actions.append(world.leader)
    return actions


pyspiel.register_game(TYPE, DominoGame)
