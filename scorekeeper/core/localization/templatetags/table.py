"""The words of amounts, days and names, for templates."""

from django import template
from django.utils.safestring import SafeString

from scorekeeper.core.localization import currencies, words
from scorekeeper.core.localization.reader import SPOKEN
from scorekeeper.core.localization.sources import foldable

register = template.Library()
MARK = SafeString(f'<span aria-hidden="true">{words.WON}</span>')
register.filter("money", words.money)
register.filter("signed", words.signed)
register.filter("points", words.points)
register.filter("plural", words.plural)
register.filter("reason", words.reason)
register.filter("words", words.words)
register.filter("glossary", words.glossary)
register.filter("glossary_entry", words.glossary_entry)
register.filter("foldable", foldable)
register.filter("day", words.day, expects_localtime=True)
register.filter("weekday", words.weekday)
register.filter("clock", words.clock, expects_localtime=True)
register.filter("moment", words.moment, expects_localtime=True)
register.simple_tag(words.token, name="token")
register.simple_tag(lambda: SPOKEN.items(), name="spoken")
register.simple_tag(currencies.are_shown, name="money_is_shown")
register.simple_tag(words.new_token, name="new_token")
register.simple_tag(lambda: MARK, name="won_mark")
