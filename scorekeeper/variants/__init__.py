"""The registry of games: each module here is one variant.

To add a game, add a module: its name is the key, its ``variant`` the value. Modules whose names
start with an underscore hold rules that several games share:

* ``_thirteen_cards``: points, deals and pool rummy, paplu;
* ``_value_cards``: marriage, rummy 21 and 27;
* ``_contract``: contract, Liverpool and Shanghai rummy, kalookie, Three Thirteen;
* ``_high_total``: canasta and rummy 500;
* ``_one_winner``: games in which one goes out and each loser owes;
* ``_indian`` and ``_western``: what games of these families ask and count alike;
* ``_glossary``: the meanings of words of several games.
"""

from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.engine.variant import AnyVariant

VARIANTS: dict[str, AnyVariant] = {}

for _module in sorted(iter_modules(__path__), key=lambda m: m.name):
    if _module.name.startswith("_"):
        continue
    _variant = import_module(f"{__name__}.{_module.name}").variant
    if _variant.key != _module.name:
        raise ImportError(f"{_module.name} declares the key {_variant.key!r}")
    VARIANTS[_variant.key] = _variant


def choices() -> list[tuple[str, str]]:
    """Returns (key, name) of every game, sorted by name, for forms and models."""
    return sorted(((v.key, v.name) for v in VARIANTS.values()), key=lambda pair: pair[1])
