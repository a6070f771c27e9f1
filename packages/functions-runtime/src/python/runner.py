"""Runs functions inside the interpreter: takes calls from the device of device.ts and answers them. Part of the memory snapshot."""

import asyncio
import collections
import datetime
import decimal
import inspect
import io
import json
import linecache
import logging
import os
import random
import re
import sys
import time
import traceback
import types
import uuid

FILE = "function.py"
WHEELS = "/wheels"
device = None


def send(*message):
    os.write(device, json.dumps(message).encode())


def receive():
    missing = int.from_bytes(os.read(device, 4), "little")
    parts = []
    while missing > 0:
        parts.append(os.read(device, missing))
        missing -= len(parts[-1])
    return json.loads(b"".join(parts))


def ask(*message):
    send(*message)
    return receive()


class Log:
    """Counts the lines of a call. The host limits the log too, but a flood of messages would take most of the function's time."""

    lines = characters = dropped = 0

    def add(self, level, text):
        if self.lines >= 2000 or self.characters > 256_000:
            self.dropped += 1
            return
        self.lines += 1
        self.characters += len(text)
        send("log", level, text[:20_000])

    def finish(self):
        if self.dropped:
            send("dropped", self.dropped)


log = Log()


class LogStream(io.TextIOBase):
    """Sends whole lines to the log of the call."""

    def __init__(self, level):
        self.level = level
        self.rest = ""

    def writable(self):
        return True

    def write(self, text):
        *lines, self.rest = (self.rest + str(text)).split("\n")
        for line in lines:
            log.add(self.level, line)
        return len(text)

    def finish(self):
        if self.rest:
            log.add(self.level, self.rest)
            self.rest = ""


class LogHandler(logging.Handler):
    def emit(self, record):
        level = "ERROR" if record.levelno >= 40 else "WARNING" if record.levelno >= 30 else "INFO"
        log.add(level, self.format(record))


class Waiting:
    """Takes the place of a selector: there is nothing to wait for but time."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("The handler waits for a future that nothing can resolve.")
        if timeout > 0:
            time.sleep(timeout)
        return []


class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = Waiting()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class LoopPolicy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = Loop


# Pyodide's bridges to JavaScript, and what calls C functions by their address.
BLOCKED = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "ctypes", "_ctypes"}


class Blocker:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"The module {name} is not available in functions.", name=name)
        return None


def remove_bridges():
    for finder in list(sys.meta_path):
        modules = getattr(finder, "jsproxies", None)
        if isinstance(modules, dict):
            modules.clear()
            sys.meta_path.remove(finder)
    for name in list(sys.modules):
        if name.partition(".")[0] in BLOCKED:
            del sys.modules[name]
    sys.meta_path.insert(0, Blocker)


def refuse_process(*_values):
    raise PermissionError("Functions cannot start processes.")


def sleep(seconds):
    send("sleep", float(seconds))


def describe(error, kind="exception"):
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:
        text = "an exception without a text"
    message = f"{name}: {text}" if text else name
    line = frames[-1].lineno if frames else None
    if isinstance(error, SyntaxError) and error.filename == FILE:
        kind, line = "syntax" if not frames else kind, error.lineno
        message = f"{name} in line {line}: {error.msg}"
    lines = [f'  File "{FILE}", line {f.lineno}, in {f.name}\n    {f.line}' for f in frames[-20:]]
    shown = "\n".join(["Traceback (most recent call last):", *lines, message]) if lines else None
    if isinstance(error, MemoryError):
        kind = "memory"
    return {"kind": kind, "message": message[:8000], "exception": name, "line": line, "traceback": shown}


def prepare(request):
    """Gives the call a module of its own and its random numbers, and returns its handler."""
    code, pack = request["code"], request["pack"]
    sys.path[:] = PATH + (WHEEL_PATHS if pack else [])
    for name, module in PACK.items():
        if pack:
            sys.modules.setdefault(name, module)
        else:
            sys.modules.pop(name, None)
    random.seed(request["seed"])
    linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
    module = types.ModuleType("function")
    module.__file__ = FILE
    sys.modules["function"] = module
    exec(compile(code, FILE, "exec", dont_inherit=True), module.__dict__)
    return next((found for name in request["handlers"] if callable(found := getattr(module, name, None))), None)


def call(handler, payload):
    value = handler(json.loads(payload))
    if inspect.isawaitable(value):
        value = asyncio.run(resolve(value))
    return "{}" if value is None else json.dumps(value, allow_nan=False)


async def resolve(value):
    return await value


def perform(request):
    global log
    log = Log()
    streams = [LogStream("INFO"), LogStream("ERROR")]
    sys.stdout, sys.stderr = streams
    try:
        handler = prepare(request)
        if handler is None:
            end = ("failed", {"kind": "syntax", "message": ""})
        elif request["do"] == "build":
            end = ("usable",)
        else:
            end = ("done", call(handler, request["payload"]))
    except BaseException as error:
        end = ("failed", describe(error))
    for stream in streams:
        stream.finish()
    log.finish()
    send(*end)


PATH = list(sys.path)
WHEEL_PATHS = [f"{WHEELS}/{name}" for name in sorted(os.listdir(WHEELS))]


def load_pack():
    """Imports the libraries of the pack, so that they are part of the snapshot."""
    before = set(sys.modules)
    sys.path[:] = PATH + WHEEL_PATHS
    import dateutil.parser, dateutil.relativedelta, dateutil.rrule, dateutil.tz  # noqa: F401, E401
    import jinja2, jmespath, pydantic, xmltodict, zoneinfo  # noqa: F401, E401

    sys.path[:] = PATH
    names = {"dateutil", "jinja2", "jmespath", "markupsafe", "pydantic", "six", "typing_extensions", "xmltodict"}
    loaded = {name: sys.modules[name] for name in set(sys.modules) - before if name.partition(".")[0] in names}
    return {**loaded, "requests": make_requests()}


PACK = load_pack()


def start():
    global device
    device = os.open("/dev/sheaf", os.O_RDWR)
    time.sleep = sleep
    # Emscripten would ask Node to start a shell, which its permission model refuses by an error that ends the process.
    os.system = sys.modules["posix"].system = refuse_process
    # Pyodide replaces it by one that needs JavaScript.
    asyncio.run = asyncio.runners.run
    asyncio._set_running_loop(None)
    asyncio.set_event_loop_policy(LoopPolicy())
    logging.basicConfig(level=logging.INFO, handlers=[LogHandler()], format="%(message)s", force=True)
    remove_bridges()


def step():
    perform(receive())
