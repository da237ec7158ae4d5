#!/usr/bin/env python3
"""python3 check_journal.py [--seals FILE-OR-FOLDER] JOURNAL.jsonl   CHECK.txt says how, and what it shows."""
import json
from tree import check_all, leaf, need, node, sha

def check_journal(name, held):
    stack, size, newest, seen, restores = [], 0, {}, {}, []  # stack: full trees, each with how many entries it has
    with open(name, encoding="utf-8", newline="\n") as file:
        for text in (line.rstrip("\n") for line in file):
            line = json.loads(text)
            if "entry" in line:
                if line["entry"] == "replaced": restores.append((line["at"], line.get("details", {})))
                stack, size = [*stack, (1, leaf(text))], size + 1
                while len(stack) > 1 and stack[-1][0] == stack[-2][0]:
                    right, left = stack.pop(), stack.pop()
                    stack.append((left[0] + right[0], node(left[1], right[1])))
                continue
            root = stack[-1][1]
            for _, left in reversed(stack[:-1]): root = node(left, root)
            need((line["size"], line["root"]) == (size, root.hex()), f"seal {line['seal']} is of another journal")
            need(line.get("previous") == newest.get("hash"), f"seal {line['seal']} does not follow the one before")
            seen[sha(text.encode())] = newest = {**line, "hash": sha(text.encode()).hex()}
    need(seen, "it has no seal")
    of = lambda seal: (seal["service"], seal["workspace"])
    own = {key for key, seal in (held or {}).items() if of(seal) == of(newest)}
    lost = {key for key in own - set(seen) for at, of_restore in restores if key.hex() in of_restore.get("seals", [])
            or of_restore.get("asOf", at) < held[key]["sealedAt"] <= at}  # a backup was restored: what came after it is gone
    need(held is None or own, "none of the seals that were kept elsewhere is of this journal")
    need(own - lost <= set(seen), "a seal that was kept elsewhere is not in it: what it covers was changed or removed")
    told = "".join(f"; a backup was restored at {at / 1000:.0f} (Unix time)" for at, _ in restores)
    told += f", {len(lost)} seals of what was lost are not missed" if lost else ""
    return f"{size} entries, {size - newest['size']} of them since the last seal, {newest['seal']}, {newest['hash']}{told}"

check_all(check_journal, __doc__)
