"""The image of a result: a page as wide as a phone and as tall as needed, in the app's style.

It is made of the same flowables as a statement; ``rendering`` turns it into PNG. What must be
readable in a list of chats, where the image is a quarter as wide, is large: who won and by what,
then names and numbers.
"""

import io
from collections.abc import Iterator, Sequence
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, HRFlowable, Spacer, Table

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import WON, points, together
from scorekeeper.statements.contents.session import Running
from scorekeeper.statements.drawing.chart import RunningChart, least_height
from scorekeeper.statements.drawing.flowables import Suits, Text, write
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, GREEN, INK, LINE, RED, SOFT, Look
from scorekeeper.statements.drawing.tables import padded
from scorekeeper.statements.drawing.typesetting import fit, isolated, width, wrap
from scorekeeper.statements.images.contents import Figure, Ranked, ResultImage, Won

PAGE_WIDTH: Final = 540
EDGE: Final = 18
"""Beside the card."""
PAD: Final = 20
"""Inside the card."""
LEFT: Final = EDGE + PAD
INSIDE: Final = PAGE_WIDTH - 2 * LEFT
LEAST: Final = 405
"""Least height: three quarters of the width."""
HEAD, FOOT = 64, 44
ROUND: Final = 8
"""Corner radius of a band, and the space beside its contents."""
MANY: Final = 8
"""With more rows than this, they are set closer."""

DEEP: Final = HexColor("#17402f")
CARD: Final = HexColor("#fdf6e7")
CREAM: Final = HexColor("#f8f1de")
PALE: Final = HexColor("#d5dfcb")
BRASS: Final = HexColor("#f0b64a")
LIT: Final = HexColor("#ffd88a")
BAND: Final = HexColor("#f7e6bf")
"""Behind winners."""
CENTRED: Final = Look(24, Style.BOLD, CREAM, "centre", leading=1.35, most=2)
NOTE: Final = Look(14, colour=SOFT, most=1)


def draw_image(image: ResultImage) -> bytes:
    """Returns the page as PDF. The same image gives the same bytes."""
    with currencies.reading_as(image.locale):
        return draw_page(image, list(card(image)) if image.places else [])


def draw_page(image: ResultImage, parts: Sequence[Flowable]) -> bytes:
    """Draws the page, with ``parts`` on a card below the winner."""
    head = list(winner_head(image))
    missing = LEAST - HEAD - FOOT - _height([*head, *card_table(parts)])
    story = [*head, *card_table([*parts, Spacer(0, max(missing, 0))] if parts else [])]
    height = max(LEAST, int(HEAD + FOOT + _height(story)) + 1)
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(PAGE_WIDTH, height), invariant=1, pageCompression=1)
    canvas.setTitle(image.headline)
    draw_background(canvas, image, height)
    frame = Frame(EDGE, 0, PAGE_WIDTH - 2 * EDGE, height - HEAD, 0, 0, 0, 0)
    frame.addFromList(story, canvas)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _height(story: Sequence[Flowable]) -> float:
    return sum(part.wrap(PAGE_WIDTH - 2 * EDGE, 1_000_000)[1] for part in story)


# On felt -------------------------------------------------------------------------------------


def draw_background(canvas: Canvas, image: ResultImage, height: float) -> None:
    """Draws the background, and the texts above and below."""
    for colour, low, high in ((FELT, 0, height), (DEEP, height - 62, 62), (BRASS, height - 64, 2)):
        canvas.setFillColor(colour)
        canvas.rect(0, low, PAGE_WIDTH, high, stroke=0, fill=1)
    left, club = LEFT - 8, isolated(image.club)
    name = wrap(club, (INSIDE - 96) / 20, Style.HEAD, 1)[0]
    write(canvas, left, height - 28, name, Look(20, Style.HEAD, CREAM))
    occasion = wrap(isolated(image.occasion), (INSIDE + 16) / 14, Style.PLAIN, 1)[0]
    write(canvas, left, height - 50, occasion, Look(14, colour=PALE))
    suits = Suits(21, 24, [LIT] * 4)
    suits.drawOn(canvas, PAGE_WIDTH - left - suits.width, height - 29)
    note = wrap(image.note, 360 / 13, Style.PLAIN, 1)[0]
    write(canvas, left, 16, note, Look(13, colour=PALE))
    write(canvas, PAGE_WIDTH - left, 16, "Scorekeeper", Look(14, Style.HEAD, PALE, "right"))


def winner_head(image: ResultImage) -> Iterator[Flowable]:
    """Yields who won, as large as fits, what they did, and by how much."""
    yield Spacer(0, 12)
    says = CENTRED.changed(colour=LIT)
    if image.winners:
        names = together(isolated(name) for name in image.winners)
        look = CENTRED.changed(
            size=_large(names, INSIDE + 16, 62, 30), style=Style.HEAD, leading=1.18
        )
        yield Text(names, look)
        yield Text(f"{image.says} · {image.title}", says)
    else:
        yield Text(image.says, says.changed(size=34))
        if image.title:
            yield Text(image.title, Look(20, Style.PLAIN, PALE, "centre", leading=1.3, most=1))
    if image.prize:
        yield Text(image.prize, CENTRED.changed(size=46, least=20, leading=1.15))
    if image.eliminated:
        yield Text(image.eliminated, CENTRED)
    yield Spacer(0, 16)


def _large(text: str, room: float, most: float, least: float) -> float:
    """Returns the size at which a text fits into one line, or into two of at least ``least``."""
    size = fit(text, room, most, 0.6 * most, Style.HEAD)
    if width(text, Style.HEAD) * size <= room:
        return size
    size = most
    while size > least and len(wrap(text, room / size, Style.HEAD)) > 2:
        size -= 4
    return size


# On the card ---------------------------------------------------------------------------------


def card_table(parts: Sequence[Flowable]) -> list[Flowable]:
    """Returns the parts on a card, [] where there are none."""
    if not parts:
        return []
    style: list[Any] = [*padded(PAD, 10), ("BACKGROUND", (0, 0), (-1, -1), CARD)]
    style.append(("ROUNDEDCORNERS", [14] * 4))
    return [Table([[list(parts)]], [PAGE_WIDTH - 2 * EDGE], style=style)]


def card(image: ResultImage) -> Iterator[Flowable]:
    size, high = (19.0, 33.0) if len(image.places) > MANY else (22.0, 39.0)
    widths = _widths(image, size)
    if len(image.columns) > 1 or not image.shows_money:
        names = [Text(name, NOTE.changed(align="right")) for name in image.columns]
        yield _row(["", *names], widths, 20)
    for place in image.places:
        if place is not image.places[0]:
            yield HRFlowable("100%", 1, color=LINE, spaceBefore=0, spaceAfter=0)
        yield ranked_row(place, widths, size, high)
    if image.games:
        yield _felt_line(8)
        yield from map(game_row, image.games)
    yield from course_chart(image)


def ranked_row(place: Ranked, widths: Sequence[float], size: float, high: float) -> Table:
    """A row of the ranking; a winner's has a band."""
    name = f"{WON} {isolated(place.name)}" if place.won else isolated(place.name)
    look = Look(size, Style.BOLD, SOFT if place.out else INK, least=0.72 * size, most=1)
    figures = [Text(figure.text, _figure(figure, size)) for figure in place.figures]
    reason = [Text(place.why, NOTE)] if place.why else []
    return _row([Text(name, look), *figures], widths, high, reason, band=place.won)


def _row(
    cells: Sequence[Any],
    widths: Sequence[float],
    high: float,
    below: Sequence[Flowable] = (),
    *,
    band: bool = False,
) -> Table:
    style: list[tuple[Any, ...]] = [*padded(0, 0), ("VALIGN", (0, 0), (-1, 0), "MIDDLE")]
    style.append(("LEFTPADDING", (0, 0), (0, -1), ROUND))
    style.append(("RIGHTPADDING", (-1, 0), (-1, -1), ROUND))
    rows, heights = [list(cells)], [high]
    if below:
        rows.append([list(below), *[""] * (len(cells) - 1)])
        heights.append(18)
        style.append(("SPAN", (0, 1), (-1, 1)))
    if band:
        style += [("BACKGROUND", (0, 0), (-1, -1), BAND), ("ROUNDEDCORNERS", [ROUND] * 4)]
    columns = [INSIDE - sum(widths) - ROUND, *widths]
    columns[-1] += ROUND
    return Table(rows, columns, heights, style=style)


def _figure(figure: Figure, size: float) -> Look:
    colour = GREEN if figure.leans > 0 else RED if figure.leans < 0 else INK
    return Look(size, Style.BOLD, colour, "right", least=8, most=1)


def _widths(image: ResultImage, size: float) -> list[float]:
    """Returns the widths of the number columns: as wide as their contents, at most 62% of the
    card."""
    needed = []
    for index, column in enumerate(image.columns):
        widest = max(width(place.figures[index].text, Style.BOLD) for place in image.places)
        needed.append(max(widest * size, width(column) * 14) + 16)
    share = min(1.0, 0.62 * INSIDE / sum(needed)) if needed else 1.0
    return [needed_width * share for needed_width in needed]


def game_row(game: Won) -> Table:
    """A game of the session, and who won it."""
    name = wrap(game.game, 0.5 * INSIDE / 17, Style.PLAIN, 1)[0]
    by = Text(isolated(game.by), Look(17, Style.BOLD, INK, "right", most=1))
    room = INSIDE - width(name) * 17 - 2 * ROUND - 4
    return _row([Text(name, Look(17, colour=SOFT, most=1)), by], [room], 26)


def course_chart(image: ResultImage) -> Iterator[Flowable]:
    running = Running(image.tracks, ())
    if running.moves:
        size = 15.0 if len(image.tracks) <= MANY else 13.0
        height = max(210, least_height(len(image.tracks), size))
        yield _felt_line(12)
        yield Text(image.track_title, NOTE.changed(size=15))
        format_value = _formatter(image.currency)
        yield RunningChart(running, INSIDE, height, size, format_value, image.leader)


def _formatter(currency: str) -> Any:
    if not currency:
        return points
    return lambda value: currencies.signed(int(value), currency)


def _felt_line(before: float) -> Flowable:
    return HRFlowable("100%", 1.5, color=FELT, spaceBefore=before, spaceAfter=4)
