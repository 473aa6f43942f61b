#!/usr/bin/env python3
"""How retrieval changes as a library grows, and when unrelated documents join it.

    growth.py CLI LIBRARY QUESTIONS [--sizes 10 20 30 44] [--unrelated FOLDER --count 300]

LIBRARY is copied, never changed. For each size the copy loses documents until so many are left (the same ones for the same size),
and the questions whose documents are all still there are asked; those of the smallest size are also measured apart at every size,
which is the curve proper. With --unrelated, PDFs of that folder are cut into so many files
of five pages each, added to a copy, and every question is asked again. Needs `pypdfium2` for the cutting.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import tempfile

SHOWN = ["T@1", "T@5", "R@5", "R@20", "MRR@10"]


def run(cli, library, *arguments):
    command = [cli, "--library", str(library), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def stem(name):
    return name[:-4] if name.endswith(".pdf") else name


def measure(cli, library, questions, folder):
    held = {stem(row["file_name"]) for row in json.loads(run(cli, library, "list", "--json"))}
    asked = [q for q in questions if all(gold["doc"] in held for gold in q["gold"])]
    if not asked:
        return len(held), 0, {}
    file = pathlib.Path(folder) / "questions.jsonl"
    file.write_text("".join(json.dumps(q) + "\n" for q in asked))
    means = json.loads(run(cli, library, "eval", file, "--json"))["summary"]["means"]
    return len(held), len(asked), means


def line(label, documents, asked, means):
    figures = " | ".join(f"{means[name]:.3f}" if name in means else "–" for name in SHOWN)
    print(f"| {label} | {documents} | {asked} | {figures} |", flush=True)


def cut(folder, count, target):
    import pypdfium2

    made = 0
    files = sorted(pathlib.Path(folder).rglob("*.pdf"))
    for start in range(0, 5000, 5):
        for file in files:
            if made == count:
                return made
            source = pypdfium2.PdfDocument(file)
            pages = list(range(start, min(start + 5, len(source))))
            if pages:
                part = pypdfium2.PdfDocument.new()
                part.import_pages(source, pages)
                part.save(str(target / f"{file.stem}-part-{start // 5 + 1:03}.pdf"))
                made += 1
            source.close()
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("questions", type=pathlib.Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10, 20, 30])
    parser.add_argument("--unrelated", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    options = parser.parse_args()
    questions = [json.loads(row) for row in options.questions.read_text().splitlines() if row.strip()]
    print(f"| library | documents | questions | {' | '.join(SHOWN)} |")
    print(f"|---|---|---|{'---|' * len(SHOWN)}")
    rows = json.loads(run(options.cli, options.library, "list", "--json"))
    # Documents with questions and without leave in an order that has nothing to do with their names.
    rows.sort(key=lambda row: hashlib.sha256(row["file_name"].encode()).hexdigest())
    kept = {stem(row["file_name"]) for row in rows[: min(options.sizes)]}
    always = [q for q in questions if all(gold["doc"] in kept for gold in q["gold"])]
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "library"
        shutil.copytree(options.library, copy, ignore=shutil.ignore_patterns("laboratory"))
        line("as it is", *measure(options.cli, copy, questions, folder))
        line("as it is, questions of the smallest", *measure(options.cli, copy, always, folder))
        if options.unrelated:
            more = pathlib.Path(folder) / "more"
            more.mkdir()
            made = cut(options.unrelated, options.count, more)
            wide = pathlib.Path(folder) / "wide"
            shutil.copytree(copy, wide)
            run(options.cli, wide, "ingest", more)
            line(f"with {made} unrelated", *measure(options.cli, wide, questions, folder))
            shutil.rmtree(wide)
        for size in sorted(options.sizes, reverse=True):
            if size < len(rows):
                run(options.cli, copy, "remove", *(row["id"] for row in rows[size:]))
                rows = rows[:size]
                line(f"first {size}", *measure(options.cli, copy, questions, folder))
                line(f"first {size}, questions of the smallest", *measure(options.cli, copy, always, folder))


if __name__ == "__main__":
    main()
