#!/usr/bin/env python3
"""Turns what bench_accuracy measured into pages.

    report.py accuracy.json docs/accuracy.md      # and docs/accuracy_pairs.md beside it
"""

import json
import pathlib
import sys

HEAD = """# Accuracy: what answers claim, and how true it is

Written by `scripts/bench_accuracy.sh`, which measures all of it again; {pairs} pairs of every two
kinds in every situation, seed {seed}. Every pair: [accuracy_pairs.md](accuracy_pairs.md).

{cpu} ({cores} cores), {compiler}; {date}. Farpoint {version}, {isa}.

## What `error_bound` means

Every answer carries a distance and a bound, in metres, computed for that pair: not a tolerance that
was asked for, but what the solver has proven at its end, rounding included.

| status | what is proven |
| --- | --- |
| `OK`, `NOT_CONVERGED` | the true signed distance lies within distance ± error_bound; `NOT_CONVERGED` says that a tolerance was asked for and the bound is above it |
| `BEYOND_MAX_DISTANCE` | the true distance is at least the one told; error_bound is 0 |
| `DEPTH_NOT_ASKED` | the shapes overlap; distance −inf, error_bound 0 |
| `UNBOUNDED` | nothing: two halfspaces; distance −inf, error_bound 0 |

Below are answers with default options: no limit, no tolerance, exact depth. Two halfspaces are left
out.

## How the truth is known

The tests' reference, in long double and without any code of the solver, brackets the signed distance
of every pair from both sides. Polytopes and halfspaces: by brute force over their features, to about
1e-17 of the size. Curved shapes apart: between a plane and two points. Curved shapes that overlap or
touch: by branch and bound over all directions. *Error* is how far the told distance lies outside that
bracket, so that an error is one for certain; it may be larger by no more than the bracket's *width*.

Lengths are parts of the pair's size: both shapes and the way between them. *Wrong* are the answers
whose interval has nothing in common with the bracket.

## Situations

{situations}

| situation | |
| --- | --- |
| apart, near | a gap of 0.1 to 10, of 1e-9 to 1e-3 times the smaller shape's size |
| touch | a gap of 0, but for rounding |
| shallow, deep | at most 1e-6 to 1e-2 times the smaller size deep; a point inside one is a point inside the other |
| inside | like deep, one 0.02 to 0.3 times as large as the other |
| identical, concentric | the same pose and measures (of one kind: the same shape); the same position |
| aligned | axes and faces parallel; corners, edges or middles above each other; apart, touching, overlapping |
| needle | one or both 10 to 1e6 times thinner along one or two axes |
| size ratio | one 10 to 1e6 times the other; the size is the larger one's, so of the smaller one these figures are up to 1e6 times as much |
| far | 1e6 m from the origin |
| robot | up to 0.2 m large, 2 mm apart or at most 2 mm deep |

Kinds: sphere, ellipsoid, box, capsule, cylinder, cone, halfspace, point, segment, triangle, prism (six
points), meshes of 8 and of 100 vertices, each against each. Sizes are 0.05 to 1 m but where the
situation says otherwise. Gaps are set by support points ([tests/situations](../tests/situations)): no
solver chooses what it is asked. Directions of contact are random or along a shape's axis.

{summary}

*Queries* are support queries of both shapes, counted as one. *Wide* counts bounds above 1e-12.
"""

QUANTILES = ("median", "p99", "worst")


def sci(x, digits=0):
    """1.8e-15, without a zero in the exponent."""
    if x == 0:
        return "0"
    text = f"{x:.{digits}e}"
    mantissa, exponent = text.split("e")
    return f"{mantissa}e{int(exponent)}"


def trio(quantiles, digits=0):
    return " / ".join(sci(quantiles[q], digits) for q in QUANTILES)


def counts(quantiles):
    return " / ".join(f"{quantiles[q]:.0f}" for q in QUANTILES)


def table(head, rows):
    def line(cells):
        return "| " + " | ".join(cells) + " |"
    return "\n".join([line(head), line(["---", *["---:"] * (len(head) - 1)]), *map(line, rows)])


def situations_table(run):
    rows = [[name, str(s["pairs"]), trio(s["error"], 1), trio(s["bound"], 1), str(s["wide"]),
             sci(s["width"]["p99"]) + " / " + sci(s["width"]["worst"]), counts(s["iterations"]),
             " / ".join(f"{s['ns'][q] / 1e3:.1f}" for q in QUANTILES), str(s["broken"])]
            for name, s in [*run["situations"].items(), ("**all**", run["all"])]]
    return table(["", "pairs", "error: median / p99 / worst", "error_bound: median / p99 / worst",
                  "wide", "bracket's width: p99 / worst", "queries: median / p99 / worst",
                  "µs: median / p99 / worst", "wrong"], rows)


def widest(run):
    everything = run["all"]
    lines = ["## Where bounds are wide", "",
             f"Of {everything['pairs']} bounds {everything['wide']} are above 1e-12 of the pair's size. "
             "The kinds and situations", "with the largest:", ""]
    cells = sorted(run["cells"], key=lambda c: -c["bound"]["worst"])[:20]
    rows = [[f"{c['a']}, {c['b']}", c["situation"], str(c["wide"]), trio(c["bound"], 1),
             sci(c["error"]["worst"], 1), sci(c["width"]["worst"], 1),
             f"{c['iterations']['worst']:.0f}"] for c in cells]
    lines.append(table(["kinds", "situation", "wide", "error_bound: median / p99 / worst",
                        "worst error", "bracket's width", "most queries"], rows))
    lines += ["", "The run writes the pairs with the largest bounds to `build/bench/accuracy_worst.jsonl`, as",
              "questions for `farpoint query`.", ""]
    return "\n".join(lines)


def peers(run):
    if "peers" not in run:
        return ""
    lines = [PEERS_HEAD]
    for e in run["engines"]:
        settings = [f"distance: {e['distance']}"] if e["distance"] else []
        settings.append(f"depth: {e['penetration']}")
        if e["distance"] == e["penetration"]:
            settings = [e["distance"]]
        lines.append(f"- {e['name']} {e['version']}: {'; '.join(settings)}")
    for situation, engines in run["peers"].items():
        rows = [[e["engine"], str(e["asked"]), str(e["numbers"]),
                 trio(e["error"], 1) if e["numbers"] else "", str(e["wrong_sign"]),
                 str(e["failed"]), str(e["refused"])] for e in engines]
        lines += ["", f"### {situation}", "",
                  table(["", "asked", "numbers", "error: median / p99 / worst", "wrong sign",
                         "failed", "refused"], rows)]
    return "\n".join(lines) + "\n"


PEERS_HEAD = """## Beside other engines

The pairs of the kinds that all engines have: sphere, ellipsoid, box, capsule, cylinder, cone, and as
convex meshes prism and both meshes. Pairs apart are asked for their distance, the others for their
depth; libccd knows no distance, and its depth is MPR's, which need not be the least. Tolerances are the
tightest that still help: beyond them engines fail more often than they gain.

*Numbers* are answers with a distance or a depth; the others tell only that shapes overlap or do not,
as most do where they touch. *Wrong sign* are answers of "apart" for an overlap deeper than 1e-5 of the
pair's size, or the reverse for such a gap: more than any tolerance. *Failed* are exceptions, aborts,
a result left as it was, and a pair that takes more than 0.1 s of processor time. *Refused* are shapes
that an engine's own set-up would not take: it was not asked. No other engine tells a bound.

Settings:
"""

DRAKE_HEAD = """## Beside Drake's published figures

Drake documents the worst errors that its tests observe, of `ComputeSignedDistancePairClosestPoints`
and its pairwise twin ([geometry/query_object.h]({source})):

> {caption}

Drake's test places each two shapes by some points and tangent planes of their surfaces, faces, edges
and vertices among them, 2 mm apart and 2 mm deep, one measure of each about 20 cm. Beside it is the
situation *robot* above: {pairs} pairs, half 2 mm apart and half at most 2 mm deep, in random directions
and along axes, measures of 4 to 20 cm, within a metre of the origin; Convex is a mesh of 8 vertices
(Drake's is a box). These are not the same pairs, and Drake's are up to 26 m from the origin and compared
with the 2 mm that were meant, so that its figures near 1e-15 are the rounding of poses, which is none of
its errors; here the truth is that of the poses as they are given. Compare orders of magnitude. All in
metres:
"""

DRAKE_KINDS = {"Box": "box", "Capsule": "capsule", "Convex": "mesh8", "Cylinder": "cylinder",
               "Ellipsoid": "ellipsoid", "HalfSpace": "halfspace", "Sphere": "sphere"}


def drake(run):
    published = json.loads((pathlib.Path(__file__).parent / "drake.json").read_text())
    cells = {frozenset((c["a"], c["b"])): c for c in run["cells"] if c["situation"] == "robot"}
    if not cells:
        return ""
    rows = []
    for first, row in published["rows"].items():
        for second, worst in row.items():
            cell = cells.get(frozenset((DRAKE_KINDS[first], DRAKE_KINDS[second])))
            ours = [sci(cell["error_metres"]), sci(cell["bound_metres"])] if cell else ["", ""]
            rows.append([f"{first}, {second}", worst, *ours])
    return "\n".join([
        DRAKE_HEAD.format(**published, pairs=run["pairs"]),
        table(["", "Drake: worst error", "Farpoint: worst error", "Farpoint: largest error_bound"], rows),
        "", "Mesh is Convex in Drake, by its convex hull. HalfSpace is supported there against Sphere alone;",
        "two halfspaces have no distance in either.", ""])


TAIL = """## Measuring it again

```
scripts/bench_accuracy.sh                              # writes this page and accuracy_pairs.md
scripts/bench_accuracy.sh --peers=false --seed=2       # other pairs, printed only
scripts/bench_accuracy.sh --situations=touch,needle --worst=50 --worst_questions=worst.jsonl
scripts/bench_accuracy.sh --json=accuracy.json         # every figure
```

Equal seeds give equal pairs on every machine; answers are the same bit by bit with an equal build and
instruction set (`--isa`). The whole run takes some minutes on one core.
"""

PAIRS_HEAD = """# Accuracy, pair by pair

Written by `scripts/bench_accuracy.sh`; what the words mean is in [accuracy.md](accuracy.md). Lengths are
parts of the pair's size; {pairs} pairs of every two kinds in every situation; {date}.
"""


def pairs_page(run):
    lines = [PAIRS_HEAD.format(**run)]
    for situation in run["situations"]:
        cells = [c for c in run["cells"] if c["situation"] == situation]
        kinds = list(dict.fromkeys(c["a"] for c in cells))
        worst = {(c["a"], c["b"]): sci(c["bound"]["worst"]) for c in cells}
        lines += [f"## {situation}", "", "The largest error_bound:", "",
                  table(["", *kinds], [[b, *(worst.get((a, b), "") for a in kinds)] for b in kinds]),
                  "", "<details><summary>All figures</summary>", "",
                  table(["kinds", "error: median / p99 / worst", "error_bound: median / p99 / worst",
                         "bracket's width", "queries: median / p99 / worst", "wrong"],
                        [[f"{c['a']}, {c['b']}", trio(c["error"]), trio(c["bound"]),
                          sci(c["width"]["worst"]), counts(c["iterations"]), str(c["broken"])]
                         for c in cells]), "", "</details>", ""]
    return "\n".join(lines)


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    run = json.loads(source.read_text())
    run["date"] = run["date"][:10]
    wrong = run["all"]["broken"]
    verdict = (f"Of {run['all']['pairs']} answers, {wrong or 'none'} had an interval without the truth.")
    head = HEAD.format(**{**run, "situations": verdict, "summary": situations_table(run)})
    target.write_text("\n".join([head, widest(run), peers(run), drake(run), TAIL]))
    target.with_name("accuracy_pairs.md").write_text(pairs_page(run))


if __name__ == "__main__":
    main()
