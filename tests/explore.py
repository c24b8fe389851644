"""Searches for examples that break a law, for as long as it is given.

    python3 go.py test --explore [MINUTES]

Each round takes new examples of every property test. What a round finds is printed with a decorator
that repeats it (``@reproduce_failure``) and, for a game, with the golden case to keep. It ends with
1 when something was found.
"""

import argparse
import os
import subprocess
import sys
import time


def main() -> int:
    parser = argparse.ArgumentParser(prog="go.py test --explore")
    parser.add_argument("minutes", nargs="?", type=float, default=60.0)
    ends = time.monotonic() + 60 * parser.parse_args().minutes
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--bar", "-n", "auto"]
    command += ["-r", "fE", "-m", "hypothesis and not programs"]
    environment = os.environ | {"HYPOTHESIS_PROFILE": "explore"}
    failures = rounds = 0
    while time.monotonic() < ends and not failures:
        rounds += 1
        print(f"Round {rounds}", flush=True)
        failures = subprocess.call(command, env=environment)
    print("Something was found: see above." if failures else f"{rounds} rounds, nothing found.")
    return failures


if __name__ == "__main__":
    sys.exit(main())
