"""Processes that share the work of a command, none of which outlives it.

Owns how they are started, what happens where that fails, and how they end: with the work, with
Ctrl-C, and with the process that started them, even if that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from cardwright_tools.output import BROKEN, Stop

# Forked workers already have the packs; elsewhere each worker loads them.
METHOD = "fork" if sys.platform == "linux" else "spawn"


@contextmanager
def worker_pool(
    workers: int, begin: Callable[..., object] | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Processes for this work, each of which begins with a call.

    On Ctrl-C they are ended at once; to let them finish, don't let it come here. Raises Stop where
    they can't be started.
    """
    pool = _started(workers, begin, arguments)
    try:
        yield pool
    except BrokenProcessPool:
        raise Stop("a worker process ended before its work", BROKEN) from None
    except (KeyboardInterrupt, GeneratorExit):
        _kill_workers()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _started(
    workers: int, begin: Callable[..., object] | None, arguments: tuple[Any, ...]
) -> ProcessPoolExecutor:
    context = multiprocessing.get_context(METHOD)
    try:
        pool = ProcessPoolExecutor(workers, context, _begin, (begin, arguments))
        pool.submit(int)  # which starts them
    except (OSError, RuntimeError) as error:
        _kill_workers()  # that were started; Python would wait for them at its end
        raise not_started(error) from None
    return pool


def not_started(error: OSError | RuntimeError) -> Stop:
    """Ends a command that needs a process, or a thread, for which the system has no room."""
    return Stop(f"can't start a process: {getattr(error, 'strerror', None) or error}", BROKEN)


def _kill_workers() -> None:
    for worker in multiprocessing.active_children():
        worker.kill()


@contextmanager
def helper(work: Callable[[], Iterable[bytes]]) -> Iterator[Callable[[], bytes | None]]:
    """A forked process that does some work meanwhile; gives what receives each part of the result.

    None is received if it can't be started, or fails, is stopped or is killed: then whoever wants
    the result has to do the work.
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
    with suppress(Exception):  # whoever does the same work then reports what is wrong
        attend_parent()
        for part in work():
            pipe.send_bytes(part)


def _received(pipe: Connection) -> bytes | None:
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        return None


def start_watched(process: BaseProcess) -> None:
    """Starts a process if that is possible, and kills it if it is stopped: somebody may wait."""
    with suppress(OSError, RuntimeError):
        process.start()
        Thread(target=_kill_if_stopped, args=(process, process.pid), daemon=True).start()


def _kill_if_stopped(process: BaseProcess, pid: int) -> None:
    if sys.platform != "linux":
        return
    with suppress(ChildProcessError):  # it has ended, and was waited for
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        if found is not None and found.si_code == os.CLD_STOPPED:
            process.kill()


def _begin(begin: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    attend_parent()
    if begin is not None:
        begin(*arguments)


def attend_parent() -> None:
    """Leaves Ctrl-C to the process that started this one, and ends when that one has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        try:
            Thread(target=_end_with, args=(parent,), daemon=True).start()
        except RuntimeError:  # there is no room for a thread, so that it might outlive its parent
            os._exit(1)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with all that this process has started
    os._exit(1)
