"""How far a fit is, for verbose=True."""

import contextlib
import sys


class Progress:
    """A bar of tqdm where tqdm is there, else a line that changes. What is done can fall, where layers fall."""

    def __init__(self, what):
        self.what, self.bar, self.shown = what, None, False

    def __enter__(self):
        try:
            from tqdm.auto import tqdm

            self.bar = tqdm(desc=self.what, unit=" samples", leave=False)
        except ImportError:
            pass
        return self

    def __call__(self, progress):
        done, total, collisions = progress["done"], progress["total"], progress["collisions"]
        if self.bar is not None:
            self.bar.total, self.bar.n = total, done
            self.bar.set_postfix(collisions=collisions, refresh=True)
            return
        self.shown = True
        print(f"\r{self.what}: {done:,} of {total:,}, {collisions:,} collisions ", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()
        elif self.shown:
            print(file=sys.stderr)


def shown(verbose, what):
    """As the context of a call: what engine.call takes as progress."""
    return Progress(what) if verbose else contextlib.nullcontext()
