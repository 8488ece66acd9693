"""Processes that share the work of a command, none of which outlives it.

Owns how they are started and how they end: with the work, with Ctrl-C, and with the process that
started them, even if that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
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

    On Ctrl-C they are ended at once; to let them finish, don't let it come here.
    """
    context = multiprocessing.get_context(METHOD)
    pool = ProcessPoolExecutor(workers, context, _begin, (begin, arguments))
    try:
        yield pool
    except BrokenProcessPool:
        raise Stop("a worker process ended before its work", BROKEN) from None
    except (KeyboardInterrupt, GeneratorExit):
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with all that this process has started
    os._exit(1)
