"""Mutants: one thing in the code is changed, and the tests must notice.

    python -m tests.mutants --record [--workers 2] [path of tests ...]
    python -m tests.mutants [--seed 9] [--size 500] [--workers 2] [--again | --left]
                            [--where words] [package ...]

The first writes down which tests run which function; the second draws from the whole tree, and
runs against each the tests that run its function. What is known of a mutant is kept until its
module changes; ``--again`` tries all anew, ``--left`` what nothing noticed. What no test notices is
printed: a test of what goes wrong belongs in the tests, or in ``equivalent.toml`` the reason why
nothing does. The table in ``docs/testing.md`` is written anew. Templates, scripts and migrations
are left out.
"""

import argparse
import sys

from tests.mutants.changes import Mutant
from tests.mutants.choosing import candidates, sample
from tests.mutants.map import Map
from tests.mutants.results import Results
from tests.mutants.trying import record, tried


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="packages; with --record, paths of tests")
    for name, usual in (("seed", 9), ("size", 500), ("workers", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--left", action="store_true", help="those again that nothing noticed")
    parser.add_argument("--where", default="", help="instead of a sample, what is named so")
    arguments = parser.parse_args()
    if arguments.record:
        record(arguments.names or ["tests"], arguments.workers)
        return
    by_package = candidates()
    if arguments.where:
        every = [mutant for own in by_package.values() for mutant in own]
        drawn = [mutant for mutant in every if arguments.where in mutant.name]
    else:
        drawn = sample(by_package, arguments.seed, arguments.size)
    if arguments.names:
        drawn = [mutant for mutant in drawn if mutant.package in arguments.names]
    results = Results()
    to_try = [
        mutant
        for mutant in drawn
        if arguments.again
        or not results.knows(mutant)
        or (arguments.left and not results.of(mutant) and mutant.name not in results.equivalent)
    ]

    def say(mutant: Mutant, what: str) -> None:
        results.keep(mutant, what)
        if not what and mutant.name not in results.equivalent:
            print(f"- {mutant.module}:{mutant.line} {mutant.name}", flush=True)

    tried(to_try, Map(), arguments.workers, say)
    print(results.table(by_package, drawn))
    whole = sample(by_package, arguments.seed, arguments.size)
    results.write(f"{results.table(by_package, whole)}\n{results.left(whole)}".rstrip())
    if stale := results.stale(by_package):
        sys.exit("In equivalent.toml, but no longer in the code:\n" + "\n".join(stale))


if __name__ == "__main__":
    main()
