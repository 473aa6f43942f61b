#!/usr/bin/env python3
"""Measures a whole ingest through the command line and writes the figures as a Markdown table.

  ingest.py CLI PDF_FOLDER LIBRARY [--out FILE]

CLI is a built `waymark-cli` (release for figures that are quoted), LIBRARY a folder that does not exist yet. Processor times are
of one core: the PDF workers' from the system's accounting of ended child processes, the stages of the main process from its own
clocks. "Vectors, database and the rest" is what remains of the main process. Memory is the highest resident size of one process.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import time


def folder_bytes(path):
    return sum(f.stat().st_size for f in pathlib.Path(path).rglob("*") if f.is_file())


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cli")
    ap.add_argument("pdfs")
    ap.add_argument("library")
    ap.add_argument("--out")
    a = ap.parse_args()
    if os.path.exists(a.library):
        sys.exit(f"`{a.library}` exists already; name a folder that does not")
    base = [a.cli, "--library", a.library]
    started = time.monotonic()
    searchable, last = None, {}
    with subprocess.Popen(base + ["ingest", "--json", a.pdfs], stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            event = json.loads(line)
            if event["event"] == "progress" and event["state"] in ("searchable", "ready", "failed", "locked"):
                if event["id"] not in last:
                    searchable = time.monotonic() - started
                last[event["id"]] = event["state"]
            if event["event"] == "done":
                done = event
        code = run.wait()
    wall = time.monotonic() - started
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    total_ms = (children.ru_utime + children.ru_stime) * 1000
    usage = done["usage"]
    status = json.loads(subprocess.run(base + ["status", "--json"], capture_output=True, text=True, check=True).stdout)
    again = time.monotonic()
    second = subprocess.run(base + ["ingest", a.pdfs], capture_output=True, text=True, check=False)
    again = time.monotonic() - again
    pages = max(1, status["pages"])
    mb = lambda n: "unknown" if n is None else f"{n / 1e6:.0f} MB"
    per = lambda ms: f"{ms / pages:.2f}"
    rest = usage["main_ms"] - usage["structure_ms"] - usage["indexing_ms"]
    rows = [
        ("files ready / failed / refused", f"{done['ready']} / {done['failed']} / {done['refused']} (exit code {code})"),
        ("pages, segments", f"{status['pages']:,}, {status['segments']:,}"),
        ("all files searchable by words after", f"{searchable:.0f} s" if searchable else "-"),
        ("wall time in all", f"{wall:.0f} s, {pages / wall:.1f} pages per second"),
        ("CPU ms per page: parsing (PDF workers)", per(total_ms - usage["main_ms"])),
        ("CPU ms per page: structure and segments", per(usage["structure_ms"])),
        ("CPU ms per page: word index", per(usage["indexing_ms"])),
        ("CPU ms per page: vectors, database and the rest", per(rest)),
        ("peak memory: main process", mb(usage["main_peak_bytes"])),
        ("peak memory: a PDF worker", mb(usage["worker_peak_bytes"])),
        ("database, word index", f"{status['database_bytes'] / 1e6:.0f} MB, {status['lexical_bytes'] / 1e6:.0f} MB"),
        ("second ingest of the same folder", f"{again:.1f} s: {second.stdout.strip()}"),
    ]
    text = "| figure | value |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in rows)
    print(text)
    if a.out:
        pathlib.Path(a.out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
