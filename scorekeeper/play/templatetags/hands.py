"""Addresses of the pages of a hand, for templates."""

from django import template

from scorekeeper.play.addresses import hand_address

register = template.Library()
register.simple_tag(hand_address)
