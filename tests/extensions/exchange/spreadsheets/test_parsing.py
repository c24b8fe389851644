"""A table of old sessions as text: what is read, and what is said of what cannot be."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.core.localization.currencies import marks_of
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError, decode, read_cells
from scorekeeper.extensions.exchange.spreadsheets.parsing import (
    Spreadsheet,
    Uneven,
    Unit,
    read_spreadsheet,
)
from scorekeeper.extensions.exchange.spreadsheets.values import DayOrder


def read(
    text: str,
    *,
    counts: Unit = Unit.AMOUNT,
    order: DayOrder | None = None,
    currencies: tuple[str, ...] = ("INR", "EUR"),
    **more: Any,
) -> Spreadsheet:
    marks = frozenset().union(*map(marks_of, currencies))
    return read_spreadsheet(
        read_cells(text, most=2000), digits=2, marks=marks, counts=counts, order=order, **more
    )


def amounts_of(parsed: Spreadsheet) -> dict[str, dict[str, int | None]]:
    return {
        day.on.isoformat(): {line.name.text: line.amount for line in day.lines}
        for day in parsed.days
    }


SESSION = {"2024-11-30": {"Asha": 12050, "Dev": -12050}}


@pytest.mark.parametrize(
    "text",
    [
        "Date,Player,Amount\n2024-11-30,Asha,120.50\n2024-11-30,Dev,-120.50\n",
        "Date;Player;Amount (€)\n30.11.2024;Asha;120,50\n30.11.2024;Dev;-120,50\n",
        "\tAsha\tDev\n30 Nov 2024\t₹120.50\t(120.50)\n",
        "Player\t30.11.2024\t7.12.2024\nAsha\t120,50\t\nDev\t−120,50\t\n",
        "30/11/2024,Asha,+120.50\n30/11/2024,Dev,120.50-\n",
        "तारीख,खिलाड़ी,रकम\n2024-11-30,Asha,120.5\n2024-11-30,Dev,-120.5\n",
        "तारीख,खिलाड़ी,रकम\n३०/११/२०२४,Asha,१२०.५०\n३०/११/२०२४,Dev,-१२०.५\n",
        "Date;Asha;Dev\n٢٠٢٤-١١-٣٠;١٢٠٫٥;-１２０．５\n",
    ],
)
def test_ways_to_write_a_session(text: str) -> None:
    parsed = read(text)
    assert (amounts_of(parsed), parsed.faults, parsed.is_unclear) == (SESSION, [], False)


@pytest.mark.parametrize("owed", ["-Rs 50", "-EUR 50", "- ₹50", "(Rs. 50)"])
def test_a_currency_after_the_sign_is_no_formula(owed: str) -> None:
    parsed = read(f"Date,Asha,Dev\n2024-11-30,50,{owed}\n")
    assert (amounts_of(parsed), parsed.faults) == (
        {"2024-11-30": {"Asha": 5000, "Dev": -5000}},
        [],
    )


@pytest.mark.parametrize("fifty", ["50/-", "Rs. 50/-", "₹50 /-", "50/="])
@pytest.mark.parametrize("owed", ["-50/-", "(50/-)", "− Rs 50/-", "-₹50/-"])
def test_fifty_and_nothing_more_is_fifty(fifty: str, owed: str) -> None:
    parsed = read(f"Date,Asha,Dev\n2024-11-30,{fifty},{owed}\n")
    assert (amounts_of(parsed), parsed.faults) == (
        {"2024-11-30": {"Asha": 5000, "Dev": -5000}},
        [],
    )


def test_a_table_without_days_is_told_of_at_once() -> None:
    text = "When," + ",".join(f"P{n}" for n in range(60)) + "\n"
    parsed = read(text + "".join(f"x{row}" + ",1" * 60 + "\n" for row in range(200)))
    assert len(parsed.faults) <= 300


def test_a_day_that_may_be_two_is_asked() -> None:
    text = "Date,Asha,Dev\n3/4/2024,1,-1\n"
    assert read(text).is_unclear and not read(text).days
    assert read(text, order=DayOrder.MONTH_FIRST).days[0].on == date(2024, 3, 4)
    assert read(text + "3/20/2024,1,-1\n").days[0].on == date(2024, 3, 4)  # the table shows it


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("Date,Asha,Dev\n2024-11-30,=A1+1,-1\n", 2, 2, "formula"),
        ("Date,Asha,Dev\n2024-11-30,x,-1\n", 2, 2, "not a number"),
        ("Date,Asha,Dev\nsoon,1,-1\n", 2, 1, "not a valid date"),
        ("Date,Asha,Dev\n2024-11-30,1.005,-1\n", 2, 2, "2 decimal places"),
        ("Date,Asha,Dev\n2024-11-30,1.500,-1\n", 2, 2, "2 decimal places"),
        ("Date,Asha,Dev\n2024-11-30,123456789012345678901234567,-1\n", 2, 2, "too large"),
        ("Date,Asha,Asha\n2024-11-30,1,-1\n", 2, 3, "twice"),
        ("Date,Player,Amount\n2024-11-30,,1\n", 2, 2, "A name is missing"),
        ("Date,Player,Amount\n2024-11-30,Asha,\n", 2, 3, "A number is missing"),
        ("2024-11-30,1,-1\n", 1, 1, "names are missing"),
    ],
)
def test_a_fault_stands_beside_its_cell(text: str, line: int, column: int, says: str) -> None:
    (fault,) = read(text).faults
    assert (fault.line, fault.column) == (line, column) and says in str(fault.phrase)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings_are_noticed(encoding: str) -> None:
    text = "Date,Zoë,Dev\n2024-11-30,1,-1\n"
    assert decode(text.encode(encoding))[0] == text


@pytest.mark.parametrize("content", [b"\x81\x8d\x90", b"\xff\xfe\x00\xd8\x00"])
def test_letters_that_nobody_can_read(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        decode(content)


def test_a_hundred_thousand_lines_are_refused_in_words() -> None:
    with pytest.raises(UnreadableError) as refused:
        read_cells("2024-11-30,Asha,1\n" * 100_000, most=2000)
    assert "100000" in str(refused.value.phrase) and "2000" in str(refused.value.phrase)


@pytest.mark.parametrize("text", ["", "\n\n", "PK\x03\x04rest", 'a,"b\n' + "x" * 200_000])
def test_what_is_no_table(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_cells(text, most=2000)


def test_points_in_halves() -> None:
    parsed = read("Date,Asha,Dev\n2024-11-30,15.5,80\n", counts=Unit.POINTS)
    assert [line.points for line in parsed.days[0].lines] == [15.5, 80]


# Other currencies, and what a spreadsheet writes above the table --------------------------------


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("12,50 €", "INR"), ("$1,200.50", "INR"), ("₹50", "EUR"), ("EUR 50", "USD"), ("50 Rs", "EUR")],
)
def test_an_amount_in_another_currency_is_refused_where_it_stands(amount, currency):
    parsed = read(f'Date;Player;Amount\n2024-11-30;Asha;"{amount}"\n', currencies=(currency,))
    [fault] = parsed.faults
    assert (fault.line, fault.column) == (2, 3)
    assert str(fault.phrase) == (
        f"“{amount}” is in another currency than the group. Convert it first."
    )


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("₹1,200", "INR"), ("Rs. 50", "INR"), ("$12.50", "USD"), ("$12", "SGD"), ("12,50 €", "EUR")],
)
def test_an_amount_in_the_groups_own_currency_is_read(amount, currency):
    parsed = read(f'Date;Player;Amount\n2024-11-30;Asha;"{amount}"\n', currencies=(currency,))
    assert parsed.faults == [] and parsed.days[0].lines[0].amount


def test_a_heading_may_name_another_currency_too():
    parsed = read("Date;Player;Amount (€)\n2024-11-30;Asha;12\n", currencies=("INR",))
    assert [(fault.line, fault.column) for fault in parsed.faults] == [(1, 3)]


@pytest.mark.parametrize("first", ["sep=;", "SEP=;\r", "\ufeffsep=;"])
def test_the_separator_that_a_spreadsheet_names_is_used(first):
    parsed = read(f"{first}\nDate;Player;Amount\n2024-11-30;Asha;120,50\n2024-11-30;Dev;x\n")
    assert amounts_of(parsed)["2024-11-30"] == {"Asha": 12050}
    assert [(fault.line, fault.column) for fault in parsed.faults] == [(4, 3)]


WIDE = "Date,Asha,Dev,{}\n2024-11-30,30,-30,{}\n2024-12-07,-20,20,{}\n"


TOTALS = ("Total", "Sum (₹)", "Check", "Grand total", "कुल", "SUMME", "Σ")


@pytest.mark.parametrize("heading", TOTALS)
def test_a_column_of_totals_is_no_player(heading: str) -> None:
    parsed = read(WIDE.format(heading, "0", "0"))
    assert (parsed.names, parsed.faults) == (["Asha", "Dev"], [])
    assert [(note.line, note.column) for note in parsed.notes] == [(1, 4)]
    assert heading in parsed.notes[0].phrase


def test_a_column_that_is_the_sum_of_the_others_is_no_player() -> None:
    text = "Date,Asha,Dev,All\n2024-11-30,30,15,45\n2024-12-07,20,20,40\n"
    parsed = read(text, counts=Unit.POINTS)
    assert parsed.names == ["Asha", "Dev"] and len(parsed.notes) == 1
    assert read(WIDE.format("Meera", "0", "0")).names == ["Asha", "Dev", "Meera"]


@pytest.mark.parametrize("last", ["Total,10,-10", "Sum 2024,10,-10", ",10,-10", "Σ,10,-10"])
def test_a_row_of_totals_is_no_session(last: str) -> None:
    parsed = read(f"Date,Asha,Dev\n2024-11-30,30,-30\n2024-12-07,-20,20\n{last}\n")
    assert (len(parsed.days), parsed.faults, len(parsed.notes)) == (2, [], 1)
    assert parsed.notes[0].line == 4


def test_totals_are_left_out_of_other_shapes_too() -> None:
    turned = read("Player,2024-11-30,2024-12-07\nAsha,30,-20\nDev,-30,20\nTotal,0,0\n")
    assert (turned.names, len(turned.notes)) == (["Asha", "Dev"], 1)
    long = read("Date,Player,Amount\n2024-11-30,Asha,5\n2024-11-30,Dev,-5\nTotal,,0\n")
    assert (long.names, long.faults, len(long.notes)) == (["Asha", "Dev"], [], 1)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Date,Asha,Dev,,Meera\n2024-11-30,30,-40,10,0\n", (2, 4)),
        ("Date,Asha,Dev\n2024-11-30,30,-40,10\n", (2, 4)),
        ("Date,Player,Amount\n2024-11-30,Asha,5,7\n2024-11-30,Dev,-5\n", (2, 4)),
        (",Date,Player,Amount\n1,2024-11-30,Asha,5\n,2024-11-30,Dev,-5\n", (2, 1)),
    ],
)
def test_a_cell_under_no_heading_is_asked_about(text: str, place: tuple[int, int]) -> None:
    parsed = read(text)
    assert parsed.has_loose
    assert place in [(fault.line, fault.column) for fault in parsed.faults]
    assert "under no heading" in parsed.faults[0].phrase
    dropped = read(text, drops_loose=True)
    assert not dropped.faults and place == (dropped.notes[0].line, dropped.notes[0].column)


def long_table(*rows: tuple[str, int]) -> str:
    return "Date,Player,Amount\n" + "".join(f"2024-11-30,{n},{a}\n" for n, a in rows)


@pytest.mark.parametrize(
    "text",
    [
        "Date,Asha,Dev\n2024-11-30,30,-30\n2024-11-30,-5,5\n",
        "Player,2024-11-30,2024-11-30\nAsha,30,-5\nDev,-30,5\n",
        long_table(("Asha", 30), ("Dev", -30), ("Asha", -5), ("Dev", 5)),
    ],
)
def test_several_games_of_a_day_are_several_results(text: str) -> None:
    parsed = read(text)
    amounts = [[line.amount for line in day.lines] for day in parsed.days]
    assert (amounts, parsed.faults) == ([[3000, -3000], [-500, 500]], [])


def test_games_of_a_day_with_other_people_are_told_apart_by_their_sums() -> None:
    rows = (("Asha", 30), ("Dev", -30), ("Meera", 8), ("Asha", -3), ("Dev", -5))
    names = [[line.name.text for line in day.lines] for day in read(long_table(*rows)).days]
    assert names == [["Asha", "Dev"], ["Meera", "Asha", "Dev"]]


UNEVEN = "Date,Asha,Dev\n2024-11-30,30,-20\n2024-12-07,-5,5\n"


def test_a_session_that_does_not_add_up_is_left_out_or_its_difference_booked() -> None:
    assert [day.total for day in read(UNEVEN).days] == [1000, 0] and read(UNEVEN).uneven
    left = read(UNEVEN, uneven=Uneven.LEAVE_OUT)
    assert [day.total for day in left.days] == [0] and len(left.notes) == 1
    booked = read(UNEVEN, uneven=Uneven.BOOK, booked_on="Kitty")
    assert [line.amount for line in booked.days[0].lines] == [3000, -2000, -1000]
    assert booked.names == ["Asha", "Dev", "Kitty"] and len(booked.notes) == 1
    own = read(UNEVEN, uneven=Uneven.BOOK, booked_on="dev")
    assert [line.amount for line in own.days[0].lines] == [3000, -3000]


SPLIT = "Date,Description,Category,Cost,Currency,Asha,Dev\n\n"


def test_an_export_of_splitwise_is_read_without_its_payments_and_balances() -> None:
    text = (
        SPLIT
        + "2024-11-30,Rummy,Games,120.50,INR,120.50,-120.50\n"
        + "2024-12-01,Dev paid Asha,Payment,120.50,INR,-120.50,120.50\n\n"
        + "2024-12-02,Total balance, , ,INR,0.00,0.00\n"
    )
    parsed = read(text)
    assert (amounts_of(parsed), parsed.faults) == (SESSION, [])
    assert ["payment" in str(note.phrase) for note in parsed.notes] == [True, False]


def test_an_expense_of_splitwise_in_another_currency_is_refused() -> None:
    parsed = read(SPLIT + "2024-11-30,Rummy,Games,1.00,USD,1.00,-1.00\n")
    (fault,) = parsed.faults
    assert (fault.line, fault.column) == (3, 5)
    assert "another currency" in str(fault.phrase)
