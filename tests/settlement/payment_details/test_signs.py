"""Every sign is read back by a reader of such codes, and asks for exactly what is owed."""

import re
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scorekeeper.settlement.payment_details import emv
from scorekeeper.settlement.payment_details.kinds import KINDS, Ask, payables
from scorekeeper.settlement.payment_details.models import PayAddress

QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
GOOD = {
    "upi": "Meera.s@OkHdfc",
    "iban": "DE89 3704 0044 0532 0130 00",
    "paynow": "9123 4567",
    "duitnow": "012-345 6789",
    "link": "https://paypal.me/meera/{amount}",
}
CURRENCY = {name: kind.currency or "INR" for name, kind in KINDS.items()}
BANKS_SIGN = emv.with_checksum(
    [
        ("00", "01"),
        ("01", "11"),
        ("26", emv.encode_fields([("00", "A0000006150001"), ("01", "123456"), ("02", "998877")])),
        ("52", "0000"),
        ("53", "458"),
        ("58", "MY"),
        ("59", "MEERA"),
        ("60", "KL"),
    ]
)
"""A code without an amount, as a bank of Malaysia makes it."""


def read(code) -> str:
    file = BytesIO()
    code.save(file, kind="png", scale=2, border=4)
    (barcode,) = zxingcpp.read_barcodes(Image.open(file), formats=QR)
    return barcode.text


def payable_text(kind: str, address: str, ask: Ask) -> str:
    return read(KINDS[kind].sign(KINDS[kind].clean(address), ask))


def amount_in(kind: str, text: str) -> str:
    if kind == "upi":
        return parse_qs(urlsplit(text).query)["am"][0]
    if kind == "iban":
        return text.split("\n")[7].removeprefix("EUR")
    if kind == "paynow":
        return dict(emv.decode_fields(text))["54"]
    return str(re.findall(r"\d+(?:\.\d+)?$", text)[0])


@pytest.mark.parametrize("kind", KINDS)
@given(amount=st.integers(1, 10**9), name=st.sampled_from(["Meera", "Ä ß", "मीरा", "李", "م"]))
def test_a_reader_finds_exactly_the_amount(kind, amount, name):
    text = payable_text(kind, GOOD[kind], Ask(name, amount, CURRENCY[kind], "Friday table"))
    major = f"{amount // 100}.{amount % 100:02d}"
    assert float(amount_in(kind, text)) == float(major)
    if kind != "iban":  # its rules leave out the noughts
        assert amount_in(kind, text) == major


def test_upi_says_who_and_what_for():
    text = payable_text("upi", GOOD["upi"], Ask("Meera S & Co", 5, "INR", "Freitag + Rummi #2"))
    query = parse_qs(urlsplit(text).query, strict_parsing=True)
    assert text.startswith("upi://pay?pa=meera.s@okhdfc&")
    assert query["pn"] == ["Meera S & Co"] and query["cu"] == ["INR"]
    assert query["tn"] == ["Freitag + Rummi #2"] and query["am"] == ["0.05"]


def test_a_transfer_in_euro_follows_the_councils_form():
    lines = payable_text("iban", GOOD["iban"], Ask("Zoë", 123456, "EUR", "Doppelkopf")).split("\n")
    assert lines[:4] == ["BCD", "002", "1", "SCT"]
    assert lines[5:8] == ["Zoë", "DE89370400440532013000", "EUR1234.56"]


def test_paynow_is_sealed_and_cannot_be_changed():
    text = payable_text("paynow", "197401143C", Ask("Meera", 1250, "SGD"))
    fields = dict(emv.decode_fields(text))
    account = dict(emv.decode_fields(fields["26"]))
    assert account == {"00": "SG.PAYNOW", "01": "2", "02": "197401143C", "03": "0"}
    assert (fields["01"], fields["53"], fields["54"]) == ("12", "702", "12.50")
    assert emv.is_whole(text) and not emv.is_whole(text[:-1] + "X")


def test_a_banks_own_sign_is_filled_in():
    text = payable_text("duitnow", BANKS_SIGN, Ask("Meera", 76950, "MYR"))
    fields = dict(emv.decode_fields(text))
    assert fields["54"] == "769.50" and fields["01"] == "12"
    assert emv.is_whole(text)
    assert dict(emv.decode_fields(BANKS_SIGN))["26"] == fields["26"]


def test_an_id_of_duitnow_is_for_people():
    kind, ask = KINDS["duitnow"], Ask("Meera", 76950, "MYR")
    assert kind.by_hand("+60123456789", ask) and not kind.by_hand(BANKS_SIGN, ask)


@pytest.mark.parametrize(
    ("name", "takes"),
    [("Meera", True), ("Jürgen Groß", True), ("मीरा", False), ("Анна", False), ("🦁", False)],
)
def test_a_bank_takes_an_account_holder_in_latin_letters_only(name, takes):
    assert KINDS["iban"].by_hand("DE89370400440532013000", Ask(name, 100, "EUR")) != takes


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("upi", "meera"),
        ("upi", "m@@bank"),
        ("upi", "meera@"),
        ("upi", "me era@bank"),
        ("upi", "meera@bank&am=1"),
        ("iban", "DE89 3704 0044 0532 0130 01"),
        ("iban", "DE89 3704 0044 0532 0130"),
        ("iban", "12345"),
        ("iban", "XX89370400440532013000"),
        ("paynow", "12345678"),
        ("paynow", "+44 7700 900123"),
        ("paynow", "197401143D"),
        ("duitnow", "12345"),
        ("duitnow", BANKS_SIGN[:-4] + "0000"),
        ("duitnow", "0001"),
        ("link", "http://a.example/{amount}"),
        ("link", "https://a.example/"),
        ("link", "https://{amount}.example/"),
        ("link", "https://me:you@a.example/{amount}"),
        ("link", "javascript:alert({amount})"),
        ("link", "https://a.example/ {amount}"),
        ("link", "https://["),
    ],
)
def test_what_cannot_be_right_is_said(kind, typed):
    with pytest.raises(ValidationError) as refused:
        KINDS[kind].clean(typed)
    assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize("kind", KINDS)
@given(typed=st.text(max_size=60))
def test_nothing_typed_breaks_it_and_what_is_kept_is_taken_again(kind, typed):
    try:
        kept = KINDS[kind].clean(typed)
    except ValidationError:
        return
    assert KINDS[kind].clean(KINDS[kind].format(kept)) == kept


def test_only_what_takes_the_currency_is_offered():
    kept = [PayAddress(kind=name, value=KINDS[name].clean(GOOD[name])) for name in KINDS]
    for currency, wanted in (("INR", "upi"), ("EUR", "iban"), ("SGD", "paynow")):
        offered = [payable.kind.name for payable in payables(kept, Ask("M", 1, currency))]
        assert offered == [wanted, "link"]
    assert [payable.kind.name for payable in payables(kept, Ask("M", 7, "JPY"))] == ["link"]
    assert payables(kept, Ask("M", 7, "JPY"))[0].link.endswith("/7")


def test_paper_gets_the_same_sign():
    (code,) = payables([PayAddress(kind="upi", value="m@bank")], Ask("M", 100, "INR"))
    rows = code.modules
    picture = Image.new("1", (len(rows) + 8, len(rows) + 8), 1)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            picture.putpixel((x + 4, y + 4), not dark)
    (read_back,) = zxingcpp.read_barcodes(
        picture.resize((len(rows) * 8, len(rows) * 8)).convert("L")
    )
    assert read_back.text == code.link


@pytest.mark.parametrize(("kind", "most"), [("iban", 99_999_999_999), ("paynow", 10**12 - 1)])
def test_an_amount_that_no_sign_has_room_for_offers_none(kind, most):
    address = PayAddress(kind=kind, value=KINDS[kind].clean(GOOD[kind]))
    largest = Ask("Meera", most, CURRENCY[kind])
    assert read(KINDS[kind].sign(address.value, largest))
    assert payables([address], largest)
    assert not payables([address], Ask("Meera", most + 1, CURRENCY[kind]))


@pytest.mark.parametrize(
    "link", ["HTTPS://{amount}.evil.example/", "https://{amount}@evil.example/"]
)
def test_the_amount_is_no_part_of_where_a_link_leads(link):
    with pytest.raises(ValidationError):
        KINDS["link"].clean(link)
