"""Processes that share the work of a command, none of which outlives it.

Responsible for starting them, for failures to start, and for ending them: with the work, with
Ctrl-C, and with the process that started them, even if that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Generic, TypeVar, cast

from cardwright_tools.output import BROKEN, Stop

Made = TypeVar("Made")

# Forked workers already have the packs; on other systems, each worker loads them.
CONTEXT = (
    multiprocessing.get_context("fork")
    if sys.platform == "linux"
    else multiprocessing.get_context("spawn")
)


@contextmanager
def worker_pool(
    workers: int, begin: Callable[..., object] | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[Pool]:
    """Processes for this work, each of which starts by calling `begin`.

    On Ctrl-C they are ended immediately; catch it inside the context to let them finish. Raises
    Stop if they can't be started, or if one ends before its work.
    """
    pool = Pool()
    try:
        for _ in range(workers):
            pool.start(begin, arguments)
        yield pool
    finally:
        pool.end()


class Pool:
    """Gives each process one task at a time, whenever somebody waits for a result.

    Works without threads, unlike Python's own pool, which may wait forever if the system can't
    start any more threads.
    """

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, Result[Any]] = {}
        self._tasks: deque[tuple[Result[Any], bytes]] = deque()

    def start(self, begin: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
        ours, theirs = multiprocessing.Pipe()
        process = CONTEXT.Process(target=_serve, args=(theirs, begin, arguments))
        self._processes.append(process)  # before Ctrl-C can interrupt
        try:
            process.start()
        except OSError as error:
            raise not_started(error) from None
        theirs.close()
        self._idle.append(ours)

    def submit(self, do: Callable[..., Made], *given: Any) -> Result[Made]:
        """Submits a function and its arguments; they and the result are pickled."""
        result = Result[Made](self)
        self._tasks.append((result, pickle.dumps((do, given))))
        self._give()
        return result

    def map(self, do: Callable[..., Made], *given: Iterable[Any]) -> Iterator[Made]:
        """The results in order; raises the first error among them."""
        results = deque([self.submit(do, *each) for each in zip(*given, strict=False)])
        while results:
            yield results.popleft().result()

    def _give(self) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # noticed when the result is awaited
            while self._idle and self._tasks:
                pipe = self._idle.pop()
                self._busy[pipe], task = self._tasks.popleft()
                pipe.send_bytes(task)

    def step(self) -> None:
        """Waits until a task is done, and submits the next one."""
        ready = connection.wait(self._busy)
        for pipe in [one for one in self._busy if one in ready]:
            try:
                self._busy[pipe].sent = pipe.recv_bytes()
            except (EOFError, OSError):
                raise Stop("a worker process ended before its work", BROKEN) from None
            del self._busy[pipe]
            self._idle.append(pipe)
        self._give()

    def end(self) -> None:
        started = [one for one in self._processes if one.pid is not None]
        for process in started:
            process.kill()
        for process in started:
            process.join()


class Result(Generic[Made]):
    """The result of a task; while it is awaited, the pool goes on with all tasks."""

    def __init__(self, pool: Pool) -> None:
        self._pool, self.sent = pool, b""

    def result(self) -> Made:
        while not self.sent:
            self._pool.step()
        made, error = pickle.loads(self.sent)
        if error is not None:
            raise error
        return cast(Made, made)


def _serve(
    pipe: Connection, begin: Callable[..., object] | None, arguments: tuple[Any, ...]
) -> None:
    attend_parent()
    failed = b""
    try:
        if begin:
            begin(*arguments)
    except Exception as error:
        failed = _failure(error)
    with suppress(EOFError, OSError):  # nobody is waiting any more
        while True:
            task = pipe.recv_bytes()
            pipe.send_bytes(failed or _done(task))


def _done(task: bytes) -> bytes:
    try:
        do, given = pickle.loads(task)
        return pickle.dumps((do(*given), None))
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    """The pickled error or, if it can't be pickled, its message."""
    try:
        error.add_note(traceback.format_exc())
        sent = pickle.dumps((None, error))
        pickle.loads(sent)
    except Exception:
        words = RuntimeError(f"{type(error).__name__}: {error}")
        words.add_note(traceback.format_exc())
        sent = pickle.dumps((None, words))
    return sent


def not_started(error: OSError) -> Stop:
    """The Stop for a command that needs a process which the system can't start."""
    return Stop(f"can't start a process: {error.strerror or error}", BROKEN)


@contextmanager
def background_process(work: Callable[[], Iterable[bytes]]) -> Iterator[Callable[[], bytes | None]]:
    """Runs work in a forked process in the background; yields a function that receives each part of
    the result.

    It receives None if the process can't be started, fails, is stopped or is killed: then the
    caller has to do the work.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, theirs), daemon=True)
    start_watched(process)
    theirs.close()
    try:
        yield partial(_received, ours)
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
        ours.close()


def _send(work: Callable[[], Iterable[bytes]], pipe: Connection) -> None:
    with suppress(Exception):  # the caller does the same work and reports what is wrong
        attend_parent()
        for part in work():
            pipe.send_bytes(part)


def _received(pipe: Connection) -> bytes | None:
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        return None


def start_watched(process: BaseProcess) -> None:
    """Starts a process if possible; kills it if it is stopped, since somebody may wait."""
    with suppress(OSError, RuntimeError):
        process.start()
        Thread(target=_kill_if_stopped, args=(process, process.pid), daemon=True).start()


def _kill_if_stopped(process: BaseProcess, pid: int) -> None:
    if sys.platform != "linux":
        return
    with suppress(ChildProcessError):  # it has ended, and has been waited for
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        if found is not None and found.si_code == os.CLD_STOPPED:
            process.kill()


def attend_parent() -> None:
    """Leaves Ctrl-C to the parent process, and ends when that one has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        try:
            Thread(target=_end_with, args=(parent,), daemon=True).start()
        except RuntimeError:  # no thread can be started, so it might outlive its parent
            os._exit(1)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # including all processes that this one has started
    os._exit(1)
