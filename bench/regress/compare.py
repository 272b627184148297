"""Counts instructions and compares them with the baseline; see scripts/bench_regress.sh.

Exit code: 0 all within 2 %, or another compiler than the baseline's: then nothing is compared;
1 something is off, in either direction; 2 it could not be measured.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import count_instructions

TOLERANCE = 0.02
BASELINE = pathlib.Path(__file__).with_name("baseline.json")
# Valgrind knows no AVX-512.
COUNTED_SET, LOOKED_INTO_SET = "avx2", "avx512"


def read_build(path):
    """The compiler, and the object files of each instruction set."""
    lines = dict(line.split(" ", 1) for line in path.read_text().splitlines() if line)
    return lines.pop("compiler"), {isa: objects.split(";") for isa, objects in lines.items()}


def count_workload(program, name):
    """Instructions a pair under callgrind, of the measured function and what it calls."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--collect-atstart=no",
             "--toggle-collect=farpoint_regress_measured",
             f"--callgrind-out-file={folder}/out", program, name, COUNTED_SET],
            capture_output=True, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or collected is None or int(collected[1]) == 0:
        print(run.stderr, file=sys.stderr)
        sys.exit(2)
    return int(collected[1]) / int(run.stdout)


def report(name, unit, value, baseline):
    """Prints a line; whether the value is within the tolerance."""
    if baseline is None:
        print(f"{name:32} {value:12.1f} {unit:6}  not in the baseline")
        return False
    # Of small counts, one more or less is no news.
    good = abs(value - baseline) <= max(TOLERANCE * baseline, 1)
    change = (value / baseline - 1) * 100 if baseline else 0.0
    print(f"{name:32} {value:12.1f} {unit:6} {change:+8.2f} %{'' if good else '  <- off'}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="build folder of the preset bench")
    parser.add_argument("--update", action="store_true", help="make this the baseline")
    arguments = parser.parse_args()

    program = arguments.build / "bin" / "regress"
    compiler, objects = read_build(arguments.build / "regress_build.txt")
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if not arguments.update and baseline.get("compiler") != compiler:
        print(f"bench_regress: the baseline is of {baseline.get('compiler')}, this is {compiler}: "
              "nothing is compared")
        return 0

    counts = {}
    names = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout
    for name in names.split():
        counts[f"{COUNTED_SET}.{name}"] = round(count_workload(program, name), 1)
    for name, value in count_instructions.count(objects[LOOKED_INTO_SET]).items():
        counts[f"{LOOKED_INTO_SET}.{name}"] = value

    known = baseline.get("counts", {})
    good = True
    for name, value in counts.items():
        unit = "/pair" if name.startswith(COUNTED_SET) else ""
        good = report(name, unit, value, known.get(name)) and good
    for name in sorted(known.keys() - counts.keys()):
        print(f"{name:32} in the baseline only")
        good = False
    if arguments.update:
        BASELINE.write_text(json.dumps({"compiler": compiler, "counts": counts}, indent=2) + "\n")
        print(f"wrote {BASELINE}")
        return 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
