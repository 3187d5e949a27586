# SPDX-License-Identifier: MIT
"""What a seat sees, as lines of text and as an image of them.

Images need Pillow: `pip install 'dominocore-rl[render]'`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

SIZE = (960, 540)
"""Width and height of an image in pixels, always the same, as recorders of films want it."""
WIDTH = 76
"""Characters in a line of the table, where the game can break its lines."""
_MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """Check a render mode.

    Raises:
        ValueError: there is no such mode.
    """
    if mode is not None and mode not in _MODES:
        raise ValueError(f"render_mode is one of {', '.join(_MODES)} or None, got {mode!r}")
    return mode


def text(view: Any) -> str:
    """Give a picture of the table, who holds how much, and the seat's own hand."""
    turn = "the round is over" if view.turn is None else f"seat {view.turn} is on turn"
    sizes = " ".join(map(str, view.hand_sizes))
    return "\n".join(
        (
            view.picture(width=WIDTH),
            f"hands: {sizes}; boneyard: {view.boneyard_size}; {turn}",
            f"seat {view.seat}: {view.hand}",
        )
    )


def image(view: Any) -> npt.NDArray[np.uint8]:
    """Give the text as an image of SIZE, made smaller where it would not fit.

    Raises:
        ImportError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415  (an extra)
    except ImportError as error:
        raise ImportError("rgb_array needs Pillow: pip install 'dominocore-rl[render]'") from error
    font, lines = ImageFont.load_default_imagefont(), text(view)
    box = ImageDraw.Draw(Image.new("L", (1, 1))).multiline_textbbox((0, 0), lines, font=font)
    drawn = Image.new("L", (int(box[2]) + 16, int(box[3]) + 16), 255)
    ImageDraw.Draw(drawn).multiline_text((8, 8), lines, fill=0, font=font)
    scale = min(2.0, SIZE[0] / drawn.width, SIZE[1] / drawn.height)
    fitted = drawn.resize((int(drawn.width * scale), int(drawn.height * scale)))
    canvas = Image.new("RGB", SIZE, "white")
    canvas.paste(fitted, ((SIZE[0] - fitted.width) // 2, (SIZE[1] - fitted.height) // 2))
    return np.array(canvas)


def render(view: Any, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Show a view as a render mode says."""
    if mode == "rgb_array":
        return image(view)
    if mode == "human":
        print(text(view))
    return text(view) if mode == "ansi" else None
