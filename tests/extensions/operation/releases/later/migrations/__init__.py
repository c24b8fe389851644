"""The migrations of ``play``, and one more."""

from scorekeeper.play import migrations

__path__ = [*__path__, *migrations.__path__]
