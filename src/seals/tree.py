"""What check.py and check_journal.py share: the tree of a journal (RFC 9162), seals, and what is written."""
import hashlib, json, os, sys

def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def leaf(text): return sha(b"\0", text.encode())
def node(left, right): return sha(b"\1", left, right)
def need(holds, fault):
    if not holds: raise ValueError(fault)

def climb(at, last, path, *roots):  # RFC 9162, sections 2.1.3.2 and 2.1.4.2: the first of the roots grows to the left only
    for step in map(bytes.fromhex, path):
        need(last > 0, "a path is too long")
        if at & 1 or at == last:
            roots = [node(step, root) for root in roots]
            while at and not at & 1: at, last = at >> 1, last >> 1
        else: roots = [*roots[:-1], node(roots[-1], step)]
        at, last = at >> 1, last >> 1
    need(last == 0, "a path is too short")
    return [root.hex() for root in roots]

def grew(old, new, path):  # whether the journal of a seal began as that of an older one
    if old["size"] == new["size"]: return old["root"] == new["root"] and not path
    at, last = old["size"] - 1, new["size"] - 1
    while at & 1: at, last = at >> 1, last >> 1
    first, path = (path[0], path[1:]) if at else (old["root"], path)
    return climb(at, last, path, bytes.fromhex(first), bytes.fromhex(first)) == [old["root"], new["root"]]

def seals_in(path):  # a file with a seal on each line, or a folder with a file for each: by their hashes
    names = [os.path.join(folder, name) for folder, _, found in os.walk(path) for name in found if name.endswith(".json")]
    lines = [line.strip() for name in names or [path] for line in open(name, "rb")]
    return {sha(line): json.loads(line) for line in lines if line}

def check_all(check, usage):
    names, held, faults = sys.argv[1:], None, 0
    if names[:1] == ["--seals"]: held, names = seals_in(names[1]), names[2:]
    if not names: sys.exit(usage)
    for name in names:
        try: print("OK   ", name, check(name, held))
        except (ValueError, LookupError, TypeError, AttributeError, OSError) as fault:
            faults += 1
            print("WRONG", name, fault)
    sys.exit(1 if faults else 0)
