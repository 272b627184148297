#!/usr/bin/env python3
"""Turns what bench_peers measured into a page and a plot.

    report.py peers.json docs/benchmarks.md      # and docs/benchmarks.png beside it
"""

import json
import pathlib
import sys

import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend comes first)

PLACEMENTS = {"distance": ["apart", "near"], "boolean": ["apart", "near", "overlap"],
              "penetration": ["overlap"]}
TITLES = {"distance": "Distance with witness points", "boolean": "Do they overlap?",
          "penetration": "Penetration depth"}
HEAD = """# Benchmarks: Farpoint and its peers

Written by `scripts/bench_peers.sh`, which measures all of it again.

{machine}, {compiler}; {date}.

One process on one core; the engines take turns on the same {pairs} pairs of every kind. Median of
{repetitions} repetitions, nanoseconds of the thread's CPU time a pair; the fastest is bold. Figures
move with the machine from run to run: compare within a column. Each peer has the fastest setting that
keeps its meaning: they are listed below each question.

![Time a pair, by kind of shape](benchmarks.png)

| shapes | |
| --- | --- |
| robot | {robots} convex hulls of links of real robots (PyPI's example-robot-data), in random order |
| syn*N* | hulls of *N* vertices on ellipsoids |
| prim | sphere, box, capsule, cylinder, ellipsoid, cone, each against each |
| parallel | prisms and frusta, end face to end face |

Sizes are in metres, 0.03 to 0.3 but for the robots. Apart: a gap of 0.1 to 1 times the smaller
shape's bounding radius; near: 0.001 to 0.01; overlap: up to 0.01 to 0.2 deep. Positions and rotations
are random.

Accuracy is checked without any solver. Exhaustive scans of both shapes along an engine's normal, and
its points' distances from both shapes, bound what its answer proves; the *gap* is the larger of what
it leaves unproved and how far its number is from the best that all engines together prove. Of depths,
the shallowest way out that any engine's normal proves counts as true. *Wrong* are the answers with
the wrong sign, or none at all; Farpoint's *undecided* ones say so.
"""


class Run:
    def __init__(self, record):
        self.record = record
        self.engines = [engine["name"] for engine in record["engines"]]
        self.families = list(record["shapes"])
        self.results = {(r["question"], r["engine"], r["family"], r["placement"]): r
                        for r in record["results"]}

    def of(self, question, engine, families=None):
        """Results over all families (or some), family by family."""
        found = [[self.results.get((question, engine, family, placement))
                  for placement in PLACEMENTS[question]]
                 for family in families or self.families]
        return [cell for cell in found if all(cell)]

    def able(self, question):
        return [engine for engine in self.engines if self.of(question, engine)]


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def table(head, rows):
    return "\n".join([row(*head), row("---", *["---:"] * (len(head) - 1)), *rows]) + "\n"


def times(run, question, key, text):
    best = {(family, placement): min(r[key] for e in run.able(question)
                                     if (r := run.results.get((question, e, family, placement))))
            for family in run.families for placement in PLACEMENTS[question]}

    def cell(results):
        return " / ".join(f"**{text(r[key])}**" if r[key] == best[r["family"], r["placement"]]
                          else text(r[key]) for r in results)
    return [[engine, *map(cell, run.of(question, engine))] for engine in run.able(question)]


def gap(metres):
    return "0" if metres == 0 else f"{metres:.0e}".replace("e-0", "e-")


def wrong(results):
    count = sum(r["missed_overlaps"] + r["false_overlaps"] + r["failed"] for r in results)
    undecided = sum(r["undecided"] for r in results)
    return f"{count}, {undecided} undecided" if undecided else str(count)


def section(run, question):
    def together(engine):
        return [r for cell in run.of(question, engine) for r in cell]

    def accuracy(engine):
        results = together(engine)
        if question == "boolean":
            return [wrong(results)]
        beyond = sum(r["beyond_1e-6"] for r in results)
        return [str(beyond), gap(max(r["gap_worst"] for r in results)), wrong(results)]

    placements = " / ".join(PLACEMENTS[question])
    accuracy_head = (["wrong"] if question == "boolean"
                     else ["beyond 1 µm", "worst gap, m", "wrong"])
    pairs = sum(r["pairs"] for r in together(run.able(question)[0]))
    lines = [f"## {TITLES[question]}", "",
             f"Nanoseconds a pair, {placements}, and the accuracy over all {pairs} pairs:", "",
             table(["", *run.families, *accuracy_head],
                   [row(*cells, *accuracy(cells[0]))
                    for cells in times(run, question, "ns", "{:.0f}".format)]),
             f"Times Farpoint's, {placements}: the median of each repetition's ratio, which is not",
             "that of the medians above. Above 1, Farpoint is faster; a peer that is the fastest is bold:", "",
             table(["", *run.families],
                   [row(*cells) for cells in times(run, question, "ratio", "{:.2f}".format)
                    if cells[0] != run.engines[0]])]
    if question != "boolean":
        def details(family, engine):
            results = run.of(question, engine, [family])[0]
            return " / ".join(f"{gap(r['gap_p99'])}, {gap(r['gap_worst'])}" for r in results)
        lines += [f"Gap in metres, 99th percentile and worst, {placements}:", "",
                  table(["", *run.families],
                        [row(engine, *(details(family, engine) for family in run.families))
                         for engine in run.able(question)])]
    if question == "penetration":
        deepest = ", ".join(
            f"{engine} {max(r['deepest_ratio'] for r in together(engine)):.2f}"
            for engine in run.able(question))
        lines += [f"The deepest answer, in times the true depth: {deepest}.", ""]
    settings = [f"- {e['name']} {e['version']}: {e['settings'][question]}"
                for e in run.record["engines"] if e["settings"][question]]
    return "\n".join(lines + ["Settings:", *settings, ""])


def bounds(run):
    results = [r for r in run.record["results"] if r["engine"] == run.engines[0]]
    broken = sum(r["broken_bounds"] for r in results)
    answers = sum(r["answers"] for r in results)
    widest = max(r["widest_bound"] for r in results)
    return (f"## Bounds\n\nOf {answers} distances and depths of {run.engines[0]}, the truth was outside "
            f"`distance ± error_bound` {broken} times; the largest `error_bound` was "
            f"{gap(widest)} m. No other engine tells a bound.\n")


def plot(run, file):
    figure, axes = pyplot.subplots(1, 3, figsize=(15, 5), sharey=True)
    for axis, (question, placements) in zip(axes, PLACEMENTS.items()):
        placement = "near" if "near" in placements else placements[-1]
        for engine in run.able(question):
            values = [run.results[question, engine, family, placement]["ns"]
                      for family in run.families]
            axis.plot(run.families, values, "o-", color=f"C{run.engines.index(engine)}",
                      linewidth=2.5 if engine == run.engines[0] else 1, label=engine)
        axis.set_title(f"{TITLES[question]} ({placement})")
        axis.set_yscale("log")
        axis.grid(True, which="both", alpha=0.3)
        axis.tick_params(axis="x", rotation=45)
    axes[0].set_ylabel("ns a pair, one core")
    every = {name: line for axis in axes
             for line, name in zip(*axis.get_legend_handles_labels())}
    axes[0].legend([every[engine] for engine in run.engines if engine in every],
                   [engine for engine in run.engines if engine in every])
    figure.suptitle(f"{run.record['cpu']}, {run.record['date'][:10]}")
    figure.tight_layout()
    figure.savefig(file, dpi=100)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    run = Run(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    page = pathlib.Path(sys.argv[2])
    record = run.record
    head = HEAD.format(machine=f"{record['cpu']} ({record['cores']} cores)",
                       compiler=record["compiler"], date=record["date"][:10],
                       pairs=record["results"][0]["pairs"], repetitions=record["repetitions"],
                       robots=record["shapes"].get("robot", 0))
    sections = [section(run, question) for question in PLACEMENTS if run.able(question)]
    page.write_text("\n".join([head, *sections, bounds(run)]), encoding="utf-8")
    plot(run, page.with_suffix(".png"))


if __name__ == "__main__":
    main()
