"""The engine: a child process that is spoken to over pipes. python/engine/main.go has the protocol.

There is one for a process, started at the first call. It ends with the process, and a fork has its own. In a page it is a
module in the same thread (inline.py).
"""

import atexit
import collections
import json
import os
import pathlib
import platform
import subprocess
import sys
import threading


class XaiaError(ValueError):
    """What the engine refuses: code, hint and, where they apply, row, column and path (the option), as in JavaScript."""

    def __init__(self, message, code="internal", hint="", row=None, column=None, path=None):
        super().__init__(message if not hint else f"{message} {hint}")
        self.code, self.hint, self.row, self.column, self.path = code, hint, row, column, path

    def __reduce__(self):
        return _again, (str(self), self.code, self.hint, self.row, self.column, self.path)


def _again(text, code, hint, *place):
    error = XaiaError(text, code, "", *place)
    error.hint = hint
    return error


class EngineEnded(RuntimeError):
    """The child process ended during a call, as when memory is short. The next call starts another one."""


def program():
    """The engine's path: that of the wheel, or what XAIA_ENGINE says."""
    path = os.environ.get("XAIA_ENGINE") or pathlib.Path(__file__).with_name("xaia-engine.exe" if os.name == "nt" else "xaia-engine")
    if not os.path.isfile(path):
        raise ImportError(
            f"This copy of xaia draws, but has no engine to fit with: {path} is missing. Install the wheel for your platform "
            f"({sys.platform}, {platform.machine()}), or set XAIA_ENGINE to the path of xaia-engine."
        )
    return str(path)


def _child():
    if sys.platform == "emscripten":  # a page
        from .inline import Inline

        return Inline()
    # unbuffered, so that an interrupted read leaves nothing in a buffer
    return subprocess.Popen([program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


class Engine:
    def __init__(self):
        self.child = None
        self.forgotten = collections.deque()  # models of this child that nobody has any more, as a garbage collector finds them
        self.generation = 0  # of the child: models are known in one only
        self.lock = threading.RLock()

    def call(self, do, body=(), model=None, again=True, progress=None, **head):
        """The result of a call, and its raw bytes. A child that was killed is started again; again says whether a call is
        repeated that it was killed in. progress is called with {done, total, layer, collisions} meanwhile."""
        if progress is not None:
            head["progress"] = True
        with self.lock:
            while True:
                if self.child is None or self.child.poll() is not None:
                    self._start()
                try:
                    if model is not None:
                        head["model"] = model.number(self)
                    return self._exchange(do, body, head, progress)
                except EngineEnded:
                    self.stop()
                    if not again:
                        raise
                    again = False

    def _start(self):
        self.stop()
        self.child = _child()
        self.generation += 1
        self.forgotten.clear()
        self.got = bytearray()

    def stop(self):
        """Ends the child."""
        child, self.child = self.child, None
        if child is None:
            return
        child.kill()
        for pipe in (child.stdin, child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        child.wait()

    def leave(self):
        """In a fork: the child is the parent's."""
        child, self.child, self.lock = self.child, None, threading.RLock()
        if child is not None:
            child.stdin.close()
            child.stdout.close()
            child.returncode = 0  # so that nobody waits for it

    def _exchange(self, do, body, head, progress=None):
        forget = []
        while self.forgotten:
            generation, number = self.forgotten.popleft()
            if generation == self.generation:
                forget.append(number)
        size = sum(len(part) for part in body)
        if size > 2**31 - 1:
            raise XaiaError(f"The call has {size} bytes, at most {2**31 - 1} are sent at once.", "too-large", "Give fewer rows at a time.")
        line = json.dumps({"do": do, "bytes": size, "forget": forget, **head}, allow_nan=False).encode() + b"\n"
        try:
            for part in (line, *body):
                self._send(part)
        except BaseException:  # half a message was sent: no other can follow
            ended = self.child.poll()
            self.stop()
            if isinstance(sys.exc_info()[1], OSError):
                raise EngineEnded(self._end(do, ended)) from None
            raise
        try:
            return self._answer(do, progress)
        except KeyboardInterrupt:
            self._cancel(do)
            raise
        except (XaiaError, EngineEnded):  # whole answers, and none
            raise
        except BaseException:
            self.stop()
            raise

    def _cancel(self, do):
        """Ends the call that is under way; the child itself if that takes long."""
        child = self.child
        last = threading.Timer(10, child.kill)
        last.start()
        try:
            self._send(b'{"do":"cancel"}\n')
            self._answer(do)
        except XaiaError:
            pass
        except BaseException:
            self.stop()
        finally:
            last.cancel()

    def _send(self, part):
        rest = memoryview(part)
        while rest:
            rest = rest[self.child.stdin.write(rest[: 1 << 20]) :]

    def _more(self, do):
        part = self.child.stdout.read(1 << 20)
        if not part:
            raise EngineEnded(self._end(do, self.child.wait()))
        self.got += part

    def _end(self, do, code):
        why = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return f"The engine ended during {do} ({why}). If memory was short, give fewer rows; the next call starts it again."

    def _line(self, do):
        seen = 0
        while (end := self.got.find(b"\n", seen)) < 0:
            seen = len(self.got)
            self._more(do)
        line = json.loads(self.got[:end])
        del self.got[: end + 1]
        return line

    def _answer(self, do, progress=None):
        while "progress" in (answer := self._line(do)):
            if progress is not None:  # a call that was cancelled may have told more
                progress(answer["progress"])
        size = answer.get("bytes", 0)
        while len(self.got) < size:
            self._more(do)
        body = bytes(self.got[:size])
        del self.got[:size]
        if "error" in answer:
            e = answer["error"]
            message, hint, path = [e.get(name, "").replace("maxSteps", "max_steps") for name in ("message", "hint", "path")]
            raise XaiaError(message, e["code"], hint, e.get("row"), e.get("column"), path or None)
        return answer["result"], body


class Model:
    """A fitted model: its file, how it has changed since, and in which child it is loaded under which number."""

    def __init__(self, file, number=None):
        self.file, self._since, self._held = file, [], None
        if number is not None:
            self._hold(number)

    def _hold(self, number):
        if self._held is None or (self._held.generation, self._held.number, self._held.process) != (engine.generation, number, os.getpid()):
            self._held = _Held(engine.generation, number, os.getpid())

    def number(self, engine):
        """The model's number in the child, which loads it if it has another one's or none."""
        held = self._held
        if held is None or (held.generation, held.process) != (engine.generation, os.getpid()):
            self._hold(engine._exchange("load", [self.file], {})[0]["model"])
            for do, body, head in self._since:
                self._hold(engine._exchange(do, [body], {**head, "model": self._held.number})[0]["model"])
        return self._held.number

    def change(self, do, body=(), **head):
        """What became of the rows that it learns or forgets. Another child does so again, until that is so much that the file is asked
        for anew."""
        with engine.lock:
            if sum(64 + len(body) for _, body, _ in self._since) > len(self.file):
                _, self.file = engine.call("save", (), self, options={"format": "bytes"})
                self._since = []
            body = b"".join(body)
            try:
                found, _ = engine.call(do, (body,), self, **head)
            except XaiaError:
                raise
            except BaseException:  # Ctrl-C, after which nobody knows whether the child has changed it
                self._held = None
                raise
            self._hold(found["model"])
            self._since.append((do, body, head))
            return found

    def __getstate__(self):
        return {"file": self.file, "since": self._since}

    def __setstate__(self, state):
        self.file, self._since, self._held = state["file"], state["since"], None


class _Held:
    def __init__(self, generation, number, process):
        self.generation, self.number, self.process = generation, number, process

    def __del__(self):  # at any moment, in any thread: the next call tells the child
        if self.process == os.getpid():
            engine.forgotten.append((self.generation, self.number))


engine = Engine()


def opened(path, classifier):
    """What the engine read of a model file, and the file, which has to hold a classifier's model, or a regressor's."""
    with open(path, "rb") as file:
        text = file.read()
    found, _ = engine.call("load", (text,))
    if (found.get("classes") is None) == classifier:
        raise ValueError(f"The model in {path} was fitted on {'numbers' if classifier else 'labels'}. Use {'XaiaRegressor' if classifier else 'XaiaClassifier'}.load.")
    return found, text
atexit.register(engine.stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=engine.leave)
