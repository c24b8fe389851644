"""Reads what an image of a session, a game or a hand shows. Applies no rule.

``money``: whether amounts may be shown. Where they may not, or none moved, points are shown, and
where there are none, hands or games won.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.charts import Track
from scorekeeper.core.localization import currencies, dates
from scorekeeper.core.localization.words import AND, points, together, words
from scorekeeper.engine.variant import Terms
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import (
    Table,
    game_table,
    leading_seats,
    players_in_seats,
    session_table,
    winners,
)
from scorekeeper.play.sessions import game_title, game_titles, session_tables
from scorekeeper.play.terms import game_text, game_text_plural
from scorekeeper.play.wording.finished_game import FinalResult, final_standings
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes
from scorekeeper.play.wording.running_totals import money_tracks, score_tracks, totals_after
from scorekeeper.seasons.selectors import session_winners
from scorekeeper.seasons.words import winning_figure
from scorekeeper.statements.images.contents import Figure, Ranked, ResultImage, Won

MOST_GAMES = 6
"""With more games, only their number is shown."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an image: a session, one of its games by number, or one of that game's hands
    by token."""

    session: Session
    number: int | None = None
    hand: str | None = None

    def image(self, *, money: bool) -> ResultImage:
        """Reads the image; call it in one view. Raises Http404 where there is no such game, or hand
        in force."""
        if self.hand is not None:
            return hand_image(*self._hand(self.hand), money=money)
        if self.number is not None:
            return game_image(self._game(), money=money)
        return session_image(self.session, money=money)

    @property
    def is_session(self) -> bool:
        return self.number is None

    def _game(self) -> Table:
        game_table = session_table(self.session, self.number or 0)
        if game_table is None:
            raise Http404
        return game_table

    def _hand(self, token: str) -> tuple[Table, Hand]:
        hands = Hand.objects.select_related("game").filter(token=token, voided_at=None)
        conditions = {"session": self.session, "number": self.number, "removed_at": None}
        hand = hands.filter(
            **{f"game__{name}": value for name, value in conditions.items()}
        ).first()
        if hand is None:
            raise Http404
        hand.game.session = self.session
        return game_table(hand.game), hand

    def address(self, name: str) -> str:
        """Returns the address of a page about it: ``name`` is ``share`` or ``image``."""
        kind = "hand" if self.hand is not None else "game" if self.number is not None else "session"
        return reverse(f"statements:{name}_{kind}", args=self.place)

    @property
    def place(self) -> list[str | int]:
        """The arguments of its addresses."""
        parts = (self.session.code, self.number, self.hand)
        return [part for part in parts if part is not None]


# A session ------------------------------------------------------------------------------------


def session_image(session: Session, *, money: bool) -> ResultImage:
    """Returns the image of a session: of one game, that game's; of more, who won most in all of
    them, or how often. Once it is closed its winner is named."""
    image, winner = _games_image(session, money=money), session_winners(session)
    if winner is None:
        return image
    currency = session.club.currency
    return replace(
        image,
        winners=winner.names,
        says=_("won the session"),
        prize=winning_figure(winner, currency, money=money),
        places=tuple(_as_won(place, winner.names) for place in image.places),
    )


def _as_won(place: Ranked, names: Sequence[str]) -> Ranked:
    """Marks the winners of the session; a row of partners stays as it was."""
    return place if AND in place.name else replace(place, won=place.name in names)


def _games_image(session: Session, *, money: bool) -> ResultImage:
    played = session_tables(session)
    moves_money = currencies.are_shown() and any(table.state.moves_money for table in played)
    is_shown = money and moves_money
    if len(played) == 1 and not (is_shown and not played[0].state.keeps_score):
        image = game_image(played[0], money=money, name=words(played[0].game.title))
        return replace(image, title=_session_title(played))
    blank = ResultImage(
        **_head(session),
        title=_session_title(played),
        winners=(),
        says=_("Nothing played yet."),
        columns=(),
        places=(),
        hides_money=moves_money and not money,
        shows_money=is_shown,
    )
    if not played:
        return blank
    winners_by_game = {table.game.pk: winners(table) for table in played if table.game.closed_at}
    titles_by_game = game_titles(table.game for table in played)
    listed = played if 1 < len(played) <= MOST_GAMES else []
    games = tuple(
        _game_winner(table, titles_by_game[table.game.pk], winners_by_game) for table in listed
    )
    image = replace(blank, games=games, note=_note(played))
    if is_shown:
        return _image_by_money(image, session, played)
    ended_games = {table.game.pk for table in played if not table.game.ended_early}
    return _image_by_games(
        image,
        played,
        {pk: players for pk, players in winners_by_game.items() if pk in ended_games},
    )


def _head(session: Session) -> dict[str, Any]:
    day = f"{dates.weekday(session.played_on)}, {session.day}"
    title = f"{session.name} · {day}" if session.name else day
    return {"locale": currencies.reader_tag(), "club": session.club.name, "occasion": title}


def _session_title(played: Sequence[Table]) -> str:
    titles = list(dict.fromkeys(words(table.game.title) for table in played))
    if len(titles) <= 2:
        return ", ".join(titles) or _("The whole session")
    return ngettext("%(n)d game", "%(n)d games", len(played)) % {"n": len(played)}


def _note(played: Sequence[Table], terms: Terms = Terms.CARDS) -> str:
    hands = sum(table.game.hands_played for table in played)
    note = game_text_plural(terms, "%(n)s hand", "%(n)s hands", hands) % {"n": hands}
    if any(table.game.closed_at is None for table in played):
        note += " · " + _("so far")
    return note


def _game_winner(table: Table, title: str, winners_by_game: Mapping[int, Sequence[Player]]) -> Won:
    players = winners_by_game.get(table.game.pk, ())
    names = together(player.name for player in players)
    if not table.game.ended_early:
        return Won(title, names or _("in progress"))
    sentence = ngettext(
        "ended early, %(names)s was ahead", "ended early, %(names)s were ahead", len(players)
    )
    return Won(title, sentence % {"names": names} if names else _("ended early"))


def _image_by_money(image: ResultImage, session: Session, played: Sequence[Table]) -> ResultImage:
    """Ranks by what each won or lost in the games; those with an open pot are left out."""
    nets: dict[Player, int] = {}
    for table in played:
        for player, amount in zip(table.players, table.state.balances, strict=True):
            nets[player] = nets.get(player, 0) + (0 if table.state.pot else amount)
    highest, currency = max(nets.values()), session.club.currency
    winning = [player for player in nets if nets[player] == highest > 0]
    is_over = all(table.game.closed_at for table in played)
    settled = [table for table in played if not table.state.pot]
    tracks = tuple(money_tracks(session, settled))
    won = _("won the most") if is_over else ngettext("is ahead", "are ahead", len(winning))
    return replace(
        image,
        winners=tuple(player.name for player in winning),
        says=won if winning else _("All settled up") if settled else _("Nobody has won yet."),
        prize=_money(highest, currency).text if winning else "",
        columns=(_("Net result"),),
        places=tuple(
            Ranked(player.name, (_money(nets[player], currency),), player in winning)
            for player in sorted(nets, key=lambda player: -nets[player])
        ),
        tracks=tracks,
        track_title=_("Money, hand by hand"),
        currency=currency,
        leader=_leader(tracks),
    )


def _image_by_games(
    image: ResultImage, played: Sequence[Table], won_by: Mapping[int, Sequence[Player]]
) -> ResultImage:
    """Ranks by games won. ``won_by``: the winners, by game id."""
    won: dict[Player, int] = {player: 0 for table in played for player in table.players}
    for player in (player for game_winners in won_by.values() for player in game_winners):
        won[player] += 1
    highest = max(won.values())
    winning = [player for player in won if won[player] == highest > 0]
    sentence = ngettext("won %(n)d of %(games)d game", "won %(n)d of %(games)d games", len(played))
    sentence %= {"n": highest, "games": len(played)}
    return replace(
        image,
        winners=tuple(player.name for player in winning),
        says=sentence if winning else _("No game is over yet."),
        columns=(_("Games won"),),
        places=tuple(
            Ranked(player.name, (Figure(str(won[player])),), player in winning)
            for player in sorted(won, key=lambda player: -won[player])
        ),
    )


def _money(amount: int, currency: str) -> Figure:
    return Figure(currencies.signed(amount, currency) if amount else "–", amount)


def _leader(tracks: Sequence[Track], *, lowest: bool = False) -> int:
    """Returns the index of the best line."""
    ends = [-track.values[-1] if lowest else track.values[-1] for track in tracks]
    return ends.index(max(ends)) if ends else 0


# A game ---------------------------------------------------------------------------------------


def game_image(table: Table, *, money: bool, name: str = "") -> ResultImage:
    """Returns the image of a game. ``name``: its title within the session, where known."""
    state, currency = table.state, table.game.session.club.currency
    moves_money = currencies.are_shown() and state.moves_money
    is_shown = money and moves_money
    seats = leading_seats(table)
    rows = final_standings(table, seats)
    leaders = [player.name for player in players_in_seats(table, seats)]
    image = ResultImage(
        **_head(table.game.session),
        title=name or game_title(table.game),
        winners=tuple(leaders),
        says=_says(table, len(leaders)),
        columns=tuple(_columns(table, money=is_shown)),
        places=tuple(_place(table, row, currency, money=is_shown) for row in rows),
        prize=_prize(table, rows, currency) if is_shown else "",
        note=_note([table], table.game.terms),
        hides_money=moves_money and not money,
        shows_money=is_shown,
    )
    return _with_tracks(image, table, table.game.last_number)


def _says(table: Table, count: int) -> str:
    if not count:
        if table.game.ended_early:
            return _("The game ended early")
        return _("Nobody has won yet.") if table.game.closed_at is None else _("Nobody won")
    if table.game.closed_at is None:
        return ngettext("is ahead", "are ahead", count)
    if table.game.ended_early:
        return ngettext("was ahead when it ended early", "were ahead when it ended early", count)
    return _("won the game")


def _columns(table: Table, *, money: bool) -> Iterator[str]:
    if table.state.keeps_score:
        yield _("Points")
    elif not money:
        yield _("Hands won")
    if money:
        yield _("Money")


def _place(table: Table, row: FinalResult, currency: str, *, money: bool) -> Ranked:
    figures = []
    if table.state.keeps_score:
        figures.append(Figure(points(row.total)))
    elif not money:
        figures.append(Figure(str(row.hands_won)))
    if money:
        figures.append(_seat_money([amount for _name, amount in row.money], currency))
    return Ranked(row.name, tuple(figures), row.won)


def _seat_money(amounts: Sequence[int], currency: str) -> Figure:
    """Formats what the persons of a seat won or lost."""
    text = " / ".join(_money(amount, currency).text for amount in amounts)
    return Figure(text or "–", sum(amounts))


def _prize(table: Table, rows: Sequence[FinalResult], currency: str) -> str:
    """Returns what a sole winner won, else ""."""
    winning = [row for row in rows if row.won]
    if len(winning) != 1 or not winning[0].money or table.state.side > 1:
        return ""
    [(_name, amount)] = winning[0].money
    return currencies.signed(amount, currency) if amount > 0 else ""


def _with_tracks(image: ResultImage, table: Table, last: int) -> ResultImage:
    """Adds the running totals up to this hand, or the money where there are no points."""
    if last < 2:
        return image
    if table.state.keeps_score:
        tracks, currency = tuple(score_tracks(table, last)), ""
        title = game_text(table.game.terms, "Points, hand by hand")
    elif image.shows_money and last == table.game.last_number:
        tracks = tuple(money_tracks(table.game.session, [table]))
        currency = table.game.session.club.currency
        title = game_text(table.game.terms, "Money, hand by hand")
    else:
        return image
    leader = _leader(tracks, lowest=not currency and table.state.lowest_leads)
    return replace(image, tracks=tracks, track_title=title, currency=currency, leader=leader)


# A hand ---------------------------------------------------------------------------------------


def hand_image(table: Table, hand: Hand, *, money: bool) -> ResultImage:
    """Returns the image of a hand in force, and the standings after it."""
    before = Hand.objects.filter(game=table.game, number=hand.number - 1, voided_at=None)
    outcome, *earlier_outcomes = outcomes(table, [hand, *before])
    moves_money = currencies.are_shown() and any(any(seat.money) for seat in outcome.seats)
    is_shown, currency = money and moves_money, table.game.session.club.currency
    totals = totals_after(table, hand.number, [(hand.number, outcome.seats)])[hand.number]
    listed = [
        (seat, name, totals[seat])
        for seat, name in enumerate(table.seat_names)
        if outcome.seats[seat].scored
    ]
    listed.sort(key=lambda entry: not outcome.seats[entry[0]].won)
    were_out = {
        seat for entry in earlier_outcomes for seat, had in enumerate(entry.seats) if had.out
    }
    newly_out = {
        name: len(outcome.seats[seat].persons)
        for seat, name, _total in listed
        if outcome.seats[seat].out and seat not in were_out
    }
    names = tuple(table.names[person] for person in sorted(outcome.winners))
    number = game_text(table.game.terms, "Hand %(number)s") % {"number": hand.number}
    image = ResultImage(
        **_head(table.game.session),
        title=f"{game_title(table.game)} · {number}",
        winners=names,
        says=_hand_says(outcome, table.seat_names, len(names), money=is_shown),
        columns=tuple(_hand_columns(table, money=is_shown)),
        places=tuple(
            _hand_place(table, outcome.seats[seat], name, total, currency if is_shown else "")
            for seat, name, total in listed
        ),
        eliminated=_out_sentence(newly_out),
        hides_money=moves_money and not money,
        shows_money=is_shown,
    )
    return _with_tracks(image, table, hand.number)


def _hand_says(outcome: Outcome, names: Sequence[str], winners: int, *, money: bool) -> str:
    """Returns the place where a winner pays others all the same: nobody “wins −₹100”."""
    is_for_pot = bool(sum(seat.net for seat in outcome.seats))
    if money and not is_for_pot and any(seat.won and seat.net < 0 for seat in outcome.seats):
        return _("1st")
    if winners:
        return ngettext("wins", "win", winners)
    blamed = [
        f"{names[seat]}: {words(outcome.seats[seat].reason)}" for seat in outcome.penalized_seats
    ]
    return ", ".join(blamed) or _("Nobody won")


def _out_sentence(names: Mapping[str, int]) -> str:
    """``names``: of each seat, with the number of its persons."""
    sentence = ngettext("%(names)s is out", "%(names)s are out", sum(names.values()))
    return sentence % {"names": ", ".join(names)} if names else ""


def _hand_columns(table: Table, *, money: bool) -> Iterator[str]:
    if table.state.keeps_score:
        yield game_text(table.game.terms, "This hand")
        yield _("Total")
    if money:
        yield _("Money")


def _hand_place(table: Table, seat: SeatResult, name: str, total: float, currency: str) -> Ranked:
    figures = (
        [Figure(points(seat.points)), Figure(points(total))] if table.state.keeps_score else []
    )
    if currency:
        figures.append(_seat_money([amount for amount in seat.money if amount], currency))
    return Ranked(name, tuple(figures), seat.won, seat.out, words(seat.reason))
