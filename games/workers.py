"""Processes that reckon for a command or for the service, whose sockets and pages do not wait for them.

What they are given to do must be a function of a module that does without Django: then they start quickly.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor


def pool(processes: int, niceness: int = 0) -> Executor:
    """Processes that begin with the first thing to do, each less urgent by ``niceness`` than this one."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=spawn, initializer=_begin, initargs=(niceness,))


def end(pool: Executor) -> None:
    """Stop a pool at once, whatever it is doing."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.terminate()


def _begin(niceness: int) -> None:
    # Who presses Ctrl-C means the command, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
