"""What the compiler made of the lanes' inner loops, counted in the object file.

The lanes for AVX-512 cannot run under callgrind, so their code is measured as it lies there:
instructions of a function, how many of them work on vectors, how many move something to or from the
stack (spills, and the arrays where packs are taken apart), and the length of the loop over a cell's
further blocks.
"""

import re
import subprocess

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(?:(?:\{\w+\}|lock|rep\w*|bnd|notrack)\s+)*(\S+)\s*(.*)$")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
STACK = re.compile(r"\(%r[sb]p[,)]")
VECTOR = re.compile(r"%[xyz]mm\d|%k[0-7]")
FUNCTIONS = {
    "search_float": "LaneSearch<float>::Run()",
    "search_double": "LaneSearch<double>::Run()",
    "curved_search": "(anonymous namespace)::Solver::Search()",
    "curved_finish": "(anonymous namespace)::Solver::Finish()",
}
# What a block's heights are made by; a loop that has none of these is another.
HEIGHTS = "vpmaddwd"


def _functions(path):
    text = subprocess.run(
        ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", path],
        check=True, capture_output=True, text=True).stdout
    functions, current = {}, None
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            current = functions.setdefault(match[1], [])
        elif current is not None and (match := INSTRUCTION.match(line)):
            current.append((int(match[1], 16), match[2], match[3].split("#")[0].strip()))
    return functions


def _stack_moves(instructions):
    loads = stores = 0
    for _, name, operands in instructions:
        if "mov" not in name or not STACK.search(operands):
            continue
        # The destination comes last; a mask may follow it.
        if re.sub(r"\{[^}]*\}", "", operands).endswith(")"):
            stores += 1
        else:
            loads += 1
    return loads, stores


def _shortest_loop(instructions):
    """Instructions of the shortest loop that makes heights of blocks; 0 if there is none."""
    shortest = 0
    for i, (_, name, operands) in enumerate(instructions):
        target = re.match(r"([0-9a-f]+)\b", operands)
        if not name.startswith("j") or target is None:
            continue
        begin = int(target[1], 16)
        body = [x for x in instructions[: i + 1] if x[0] >= begin]
        if any(x[1] == HEIGHTS for x in body) and (shortest == 0 or len(body) < shortest):
            shortest = len(body)
    return shortest


def count(paths):
    """Counts by name, of the object files of one instruction set."""
    functions = {}
    for path in paths:
        functions.update(_functions(path))
    counts = {}
    for label, wanted in FUNCTIONS.items():
        found = [code for name, code in functions.items() if name.endswith(wanted)]
        if len(found) != 1:
            raise SystemExit(f"{paths}: {len(found)} functions named {wanted}, not one")
        code = [x for x in found[0] if not x[1].startswith("nop")]
        loads, stores = _stack_moves(code)
        counts[f"{label}.instructions"] = len(code)
        counts[f"{label}.vector"] = sum(bool(VECTOR.search(x[2])) for x in code)
        counts[f"{label}.stack_loads"] = loads
        counts[f"{label}.stack_stores"] = stores
        if loop := _shortest_loop(code):
            counts[f"{label}.block_loop"] = loop
    return counts
