"""Whether examples are searched for (``go.py test --explore``), or the same ones are taken in every
run (``tests/conftest.py``). A search draws more of what a test draws by itself, too."""

from hypothesis import settings

LOOKS_FOR_NEW = settings().max_examples >= 100
