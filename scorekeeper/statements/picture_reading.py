"""What a picture of a night, a game or a hand says, read from what was kept. Applies no rule.

``money``: whether amounts may be told. Where they may not, or none moved, points are told, and
where there are none of these, hands or games won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.play.ahead import leading_seats, players_in_seats, winners
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, game_table, session_table
from scorekeeper.standings.chart import Track
from scorekeeper.standings.tonight import night_winners
from scorekeeper.standings.words import winning_figure
from scorekeeper.statements.picture import Figure, Picture, Ranked, Won
from scorekeeper.telling.course import money_tracks, score_tracks, totals_after
from scorekeeper.telling.ended import FinalResult, final_standings
from scorekeeper.telling.hand import Outcome, SeatResult, outcomes
from scorekeeper.telling.night import game_title, game_titles, session_tables
from scorekeeper.wording import currencies
from scorekeeper.wording.words import points, words

WHOLE = 1000
"""Letters: names are cut where they are drawn."""
MOST_GAMES = 6
"""Of more games a picture says no more than how many there were."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a picture is of: a night, one of its games by number, or a hand of that by its token."""

    session: Session
    number: int | None = None
    hand: str | None = None

    def picture(self, *, money: bool) -> Picture:
        """To be read in one view. Raises Http404 where there is no such game, or hand that
        counts."""
        if self.hand is not None:
            return of_hand(*self._hand(self.hand), money=money)
        if self.number is not None:
            return of_game(self._game(), money=money)
        return of_night(self.session, money=money)

    @property
    def is_night(self) -> bool:
        return self.number is None

    def _game(self) -> Table:
        at = session_table(self.session, self.number or 0)
        if at is None:
            raise Http404
        return at

    def _hand(self, token: str) -> tuple[Table, Hand]:
        held = Hand.objects.select_related("game").filter(token=token, voided_at=None)
        of = {"session": self.session, "number": self.number, "removed_at": None}
        hand = held.filter(**{f"game__{name}": value for name, value in of.items()}).first()
        if hand is None:
            raise Http404
        hand.game.session = self.session
        return game_table(hand.game), hand

    def address(self, name: str) -> str:
        """Of a page about it: ``name`` is ``share`` or ``picture``."""
        kind = "hand" if self.hand is not None else "game" if self.number is not None else "night"
        return reverse(f"statements:{name}_{kind}", args=self.place)

    @property
    def place(self) -> list[str | int]:
        """What addresses name it by."""
        told = (self.session.code, self.number, self.hand)
        return [part for part in told if part is not None]


# A night --------------------------------------------------------------------------------------


def of_night(session: Session, *, money: bool) -> Picture:
    """One game: that game's; more: who won most in all of them, or how often. Once it is closed
    its winner is named."""
    made, won = _of_games(session, money=money), night_winners(session)
    if won is None:
        return made
    currency = session.club.currency
    return replace(
        made,
        winners=won.names,
        says=_("won the session"),
        prize=winning_figure(won, currency, money=money),
        places=tuple(_as_won(place, won.names) for place in made.places),
    )


def _as_won(place: Ranked, names: Sequence[str]) -> Ranked:
    """A row of partners stays marked as it was."""
    return place if "+" in place.name else replace(place, won=place.name in names)


def _of_games(session: Session, *, money: bool) -> Picture:
    played = session_tables(session)
    moved = any(at.state.moves_money for at in played)
    shown = money and moved
    if len(played) == 1 and not (shown and not played[0].state.keeps_score):
        made = of_game(played[0], money=money, called=words(played[0].game.title))
        return replace(made, title=_night_title(played))
    blank = Picture(
        **_head(session),
        title=_night_title(played),
        winners=(),
        says=_("Nothing played yet."),
        columns=(),
        places=(),
        hides_money=moved and not money,
        shows_money=shown,
    )
    if not played:
        return blank
    won = {at.game.pk: winners(at) for at in played if at.game.closed_at}
    called = game_titles(at.game for at in played)
    few = played if 1 < len(played) <= MOST_GAMES else []
    games = tuple(_won(at, called[at.game.pk], won) for at in few)
    made = replace(blank, games=games, note=_note(played))
    if shown:
        return _by_money(made, session, played)
    ended = {at.game.pk for at in played if not at.game.stopped}
    return _by_games(made, played, {pk: who for pk, who in won.items() if pk in ended})


def _head(session: Session) -> dict[str, Any]:
    day = f"{currencies.weekday(session.played_on)}, {session.day}"
    night = f"{session.name} · {day}" if session.name else day
    return {"locale": currencies.reader_tag(), "club": session.club.name, "occasion": night}


def _night_title(played: Sequence[Table]) -> str:
    titles = list(dict.fromkeys(words(at.game.title) for at in played))
    if len(titles) <= 2:
        return ", ".join(titles) or _("The whole session")
    return ngettext("%(n)d game", "%(n)d games", len(played)) % {"n": len(played)}


def _note(played: Sequence[Table]) -> str:
    hands = sum(at.game.hands_played for at in played)
    told = ngettext("%(n)s hand", "%(n)s hands", hands) % {"n": hands}
    if any(at.game.closed_at is None for at in played):
        told += " · " + _("so far")
    return told


def _won(at: Table, title: str, won: Mapping[int, Sequence[Player]]) -> Won:
    players = won.get(at.game.pk, ())
    by = " + ".join(player.name for player in players)
    if not at.game.stopped:
        return Won(title, by or _("in progress"))
    said = ngettext("stopped, %(names)s was ahead", "stopped, %(names)s were ahead", len(players))
    return Won(title, said % {"names": by} if by else _("stopped"))


def _by_money(made: Picture, session: Session, played: Sequence[Table]) -> Picture:
    """What each won or lost in the games; where a pot is not won yet its game is left out."""
    nets: dict[Player, int] = {}
    for at in played:
        for player, amount in zip(at.players, at.state.balances, strict=True):
            nets[player] = nets.get(player, 0) + (0 if at.state.pot else amount)
    most, currency = max(nets.values()), session.club.currency
    best = [player for player in nets if nets[player] == most > 0]
    over = all(at.game.closed_at for at in played)
    settled = [at for at in played if not at.state.pot]
    tracks = tuple(money_tracks(session, settled, WHOLE))
    nobody = _("All settled up") if settled else _("Nobody has won yet.")
    return replace(
        made,
        winners=tuple(player.name for player in best),
        says=nobody if not best else _("won the most") if over else _("is ahead"),
        prize=_money(most, currency).text if best else "",
        columns=(_("Money"),),
        places=tuple(
            Ranked(player.name, (_money(nets[player], currency),), player in best)
            for player in sorted(nets, key=lambda player: -nets[player])
        ),
        tracks=tracks,
        track_title=_("Money, hand by hand"),
        currency=currency,
        leader=_leader(tracks),
    )


def _by_games(
    made: Picture, played: Sequence[Table], won_by: Mapping[int, Sequence[Player]]
) -> Picture:
    """How many games each won. ``won_by``: who won, by the game's id."""
    won: dict[Player, int] = {player: 0 for at in played for player in at.players}
    for player in (player for one in won_by.values() for player in one):
        won[player] += 1
    most = max(won.values())
    best = [player for player in won if won[player] == most > 0]
    said = ngettext("won %(n)d of %(games)d game", "won %(n)d of %(games)d games", len(played))
    said %= {"n": most, "games": len(played)}
    return replace(
        made,
        winners=tuple(player.name for player in best),
        says=said if best else _("No game is over yet."),
        columns=(_("Games won"),),
        places=tuple(
            Ranked(player.name, (Figure(str(won[player])),), player in best)
            for player in sorted(won, key=lambda player: -won[player])
        ),
    )


def _money(amount: int, currency: str) -> Figure:
    return Figure(currencies.signed(amount, currency) if amount else "–", amount)


def _leader(tracks: Sequence[Track], *, lowest: bool = False) -> int:
    """Whose line ends best."""
    ends = [-track.values[-1] if lowest else track.values[-1] for track in tracks]
    return ends.index(max(ends)) if ends else 0


# A game ---------------------------------------------------------------------------------------


def of_game(at: Table, *, money: bool, called: str = "") -> Picture:
    """``called``: what the night calls it, where that is known."""
    kept, currency = at.state, at.game.session.club.currency
    shown = money and kept.moves_money
    seats = leading_seats(at)
    rows = final_standings(at, seats)
    best = [player.name for player in players_in_seats(at, seats)]
    made = Picture(
        **_head(at.game.session),
        title=called or game_title(at.game),
        winners=tuple(best),
        says=_says(at, len(best)),
        columns=tuple(_columns(at, money=shown)),
        places=tuple(_place(at, row, currency, money=shown) for row in rows),
        prize=_prize(at, rows, currency) if shown else "",
        note=_note([at]),
        hides_money=kept.moves_money and not money,
        shows_money=shown,
    )
    return _with_course(made, at, at.game.last_number)


def _says(at: Table, count: int) -> str:
    if not count:
        if at.game.stopped:
            return _("The game was stopped")
        return _("Nobody has won yet.") if at.game.closed_at is None else _("Nobody won")
    if at.game.closed_at is None:
        return ngettext("is ahead", "are ahead", count)
    if at.game.stopped:
        return ngettext("was ahead when it was stopped", "were ahead when it was stopped", count)
    return _("won the game")


def _columns(at: Table, *, money: bool) -> Iterator[str]:
    if at.state.keeps_score:
        yield _("Points")
    elif not money:
        yield _("Hands won")
    if money:
        yield _("Money")


def _place(at: Table, row: FinalResult, currency: str, *, money: bool) -> Ranked:
    found = []
    if at.state.keeps_score:
        found.append(Figure(points(row.total)))
    elif not money:
        found.append(Figure(str(row.hands_won)))
    if money:
        found.append(_shared([amount for _name, amount in row.money], currency))
    return Ranked(row.name, tuple(found), row.won)


def _shared(amounts: Sequence[int], currency: str) -> Figure:
    """What the persons of a seat won or lost."""
    told = " / ".join(_money(amount, currency).text for amount in amounts)
    return Figure(told or "–", sum(amounts))


def _prize(at: Table, rows: Sequence[FinalResult], currency: str) -> str:
    """What the winner won, where it is one and he won something."""
    won = [row for row in rows if row.won]
    if len(won) != 1 or not won[0].money or at.state.side > 1:
        return ""
    [(_name, amount)] = won[0].money
    return currencies.signed(amount, currency) if amount > 0 else ""


def _with_course(made: Picture, at: Table, last: int) -> Picture:
    """How the totals ran up to this hand, or the money where that is all there is."""
    if last < 2:
        return made
    if at.state.keeps_score:
        tracks, currency = tuple(score_tracks(at, last, WHOLE)), ""
        title = _("Points, hand by hand")
    elif made.shows_money and last == at.game.last_number:
        tracks = tuple(money_tracks(at.game.session, [at], WHOLE))
        currency, title = at.game.session.club.currency, _("Money, hand by hand")
    else:
        return made
    leader = _leader(tracks, lowest=not currency and at.state.lowest_leads)
    return replace(made, tracks=tracks, track_title=title, currency=currency, leader=leader)


# A hand ---------------------------------------------------------------------------------------


def of_hand(at: Table, hand: Hand, *, money: bool) -> Picture:
    """A hand that counts, and where everybody stood after it."""
    before = Hand.objects.filter(game=at.game, number=hand.number - 1, voided_at=None)
    outcome, *earlier = outcomes(at, [hand, *before])
    moved = any(any(seat.money) for seat in outcome.seats)
    shown, currency = money and moved, at.game.session.club.currency
    totals = totals_after(at, hand.number, [(hand.number, outcome.seats)])[hand.number]
    told = [
        (seat, name, totals[seat])
        for seat, name in enumerate(at.seat_names)
        if outcome.seats[seat].scored
    ]
    told.sort(key=lambda each: not outcome.seats[each[0]].won)
    were_out = {seat for each in earlier for seat, had in enumerate(each.seats) if had.out}
    gone = [n for seat, n, _t in told if outcome.seats[seat].out and seat not in were_out]
    names = tuple(at.names[person] for person in sorted(outcome.winners))
    number = _("Hand %(number)s") % {"number": hand.number}
    made = Picture(
        **_head(at.game.session),
        title=f"{game_title(at.game)} · {number}",
        winners=names,
        says=_hand_says(outcome, at.seat_names, len(names)),
        columns=tuple(_hand_columns(at, money=shown)),
        places=tuple(
            _hand_place(at, outcome.seats[seat], name, total, currency if shown else "")
            for seat, name, total in told
        ),
        gone=_gone(gone),
        hides_money=moved and not money,
        shows_money=shown,
    )
    return _with_course(made, at, hand.number)


def _hand_says(outcome: Outcome, names: Sequence[str], winners: int) -> str:
    if winners:
        return ngettext("wins", "win", winners)
    blamed = [
        f"{names[seat]}: {words(outcome.seats[seat].reason)}" for seat in outcome.penalized_seats
    ]
    return ", ".join(blamed) or _("Nobody won")


def _gone(names: Sequence[str]) -> str:
    said = ngettext("%(names)s is out", "%(names)s are out", len(names))
    return said % {"names": ", ".join(names)} if names else ""


def _hand_columns(at: Table, *, money: bool) -> Iterator[str]:
    if at.state.keeps_score:
        yield _("This hand")
        yield _("Total")
    if money:
        yield _("Money")


def _hand_place(at: Table, seat: SeatResult, name: str, total: float, currency: str) -> Ranked:
    found = [Figure(points(seat.points)), Figure(points(total))] if at.state.keeps_score else []
    if currency:
        found.append(_shared([amount for amount in seat.money if amount], currency))
    return Ranked(name, tuple(found), seat.won, seat.out, words(seat.reason))
