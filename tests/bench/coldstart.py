#!/usr/bin/env python3
"""How long the desktop program takes from its start to a window that can be used, on a screen of its own.

    coldstart.py PROGRAM LIBRARY [--rounds 5] [--drop-caches] [--frames] [--picture FILE]

PROGRAM is the built desktop program, LIBRARY its folder (opened, not changed beyond what opening does). A virtual screen (Xvfb) keeps its
picture in a file, which is looked at every 15 ms. The
first start, with the caches of a new user, is told apart. Told in milliseconds, per round and as the median: the first change of the screen, and
the moment from which the picture differs from that of the settled window by less than a hundredth of its pixels. After that, the share of
one processor that the program and its web view use over ten idle seconds. `--drop-caches` empties the system's file cache before each
round (as root).
"""
import argparse, os, signal, statistics, subprocess, sys, tempfile, time

WIDTH, HEIGHT = 1600, 900
LOOK = 0.015
SETTLED = 4.0
LONGEST = 60.0


def screen(folder):
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", folder, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        return server, ":" + told.readline().strip()


def picture(folder):
    with open(os.path.join(folder, "Xvfb_screen0"), "rb") as file:
        return file.read()


def sample(frame):
    """One byte of every eighth pixel; the head of the file is not worth telling apart."""
    return frame[::32]


def apart(a, b):
    return sum(x != y for x, y in zip(a, b)) / max(1, len(b))


def descendants(pid):
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
        except (OSError, ValueError):
            continue
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo.extend(children.get(found[-1], []))
    return found


def ticks(pids):
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        except (OSError, ValueError):
            continue
    return total


def idle(pid, seconds=10.0):
    before = ticks(descendants(pid))
    time.sleep(seconds)
    return (ticks(descendants(pid)) - before) / os.sysconf("SC_CLK_TCK") / seconds


def round_of(program, library, home, keep, told):
    with tempfile.TemporaryDirectory() as folder:
        server, display = screen(folder)
        environment = dict(os.environ, DISPLAY=display, WAYMARK_LIBRARY=library, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home,
                           XDG_CACHE_HOME=home, OLLAMA_HOST="127.0.0.1:9")
        environment.pop("WAYLAND_DISPLAY", None)
        last = sample(picture(folder))
        start = time.perf_counter()
        app = subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            frames, changed = [], None
            while True:
                now = time.perf_counter() - start
                frame = sample(picture(folder))
                if frame != last:
                    frames.append((now, frame))
                    last, changed = frame, now
                if app.poll() is not None:
                    sys.exit(f"`{program}` ended with {app.returncode} before it showed a window")
                if now > LONGEST or (changed is not None and now - changed > SETTLED):
                    break
                time.sleep(LOOK)
            if not frames:
                sys.exit(f"`{program}` showed nothing in {LONGEST:.0f} s")
            usable = frames[-1][0]
            for at, frame in reversed(frames):
                if apart(frame, last) > 0.01:
                    break
                usable = at
            for at, frame in frames if told else []:
                print(f"    {at * 1000:6.0f} ms: {apart(frame, last) * 100:5.1f} % unlike the settled window")
            if keep:
                subprocess.run(["import", "-display", display, "-window", "root", keep], check=False)
            return frames[0][0], usable, idle(app.pid)
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            try:
                app.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(app.pid, signal.SIGKILL)
            server.terminate()
            server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--drop-caches", action="store_true")
    parser.add_argument("--frames", action="store_true", help="tell every change of the screen")
    parser.add_argument("--picture", help="where to keep a picture of the settled window")
    given = parser.parse_args()
    rows = []
    home = tempfile.mkdtemp()
    for index in range(given.rounds + 1):
        if given.drop_caches:
            subprocess.run(["sync"], check=True)
            with open("/proc/sys/vm/drop_caches", "w") as file:
                file.write("3")
        row = round_of(os.path.abspath(given.program), os.path.abspath(given.library), home, given.picture, given.frames)
        first, usable, busy = row
        if index == 0:
            print(f"first start of this user: first change {first * 1000:.0f} ms, usable {usable * 1000:.0f} ms")
            continue
        rows.append(row)
        print(f"round {index}: first change {first * 1000:.0f} ms, usable {usable * 1000:.0f} ms, idle {busy * 100:.1f} % of one processor")
    first, usable, busy = (statistics.median(column) for column in zip(*rows))
    print(f"median: first change {first * 1000:.0f} ms, usable {usable * 1000:.0f} ms, idle {busy * 100:.1f} % of one processor")


if __name__ == "__main__":
    main()
