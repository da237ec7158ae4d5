#!/usr/bin/env python3
"""python3 check.py [--seals FILE-OR-FOLDER] PROOF.json ...   CHECK.txt says how, and what it shows."""
import json, os
from tree import check_all, climb, grew, leaf, need, sha

def check_proof(name, held):
    with open(name, encoding="utf-8") as file: proof = json.load(file)
    need(proof["format"] == "tillroll-proof-1", "this is no proof")
    texts, leaves, anchors = proof["entries"], proof["leaves"], proof["anchors"]
    entries, seals = [json.loads(text) for text in texts], [json.loads(anchor["seal"]) for anchor in anchors]
    need(entries[0]["entry"] in ("stored", "adopted"), "nothing says when it was stored")
    need(all(entry["print"] == proof["print"] for entry in entries), "an entry is about another print")
    need(leaves == sorted(set(leaves)) and len(leaves) == len(texts), "the entries are not in their order")
    for seal, anchor in zip(seals, anchors):  # each entry is in the tree of each seal that covers it
        covered = [number for number in leaves if 0 <= number < seal["size"]]
        need(len(anchor["paths"]) == len(covered), "a path is missing")
        for text, number, path in zip(texts, covered, anchor["paths"]):
            need(climb(number, seal["size"] - 1, path, leaf(text)) == [seal["root"]], f"entry {number} is not what was sealed")
    need(len(anchors[-1]["paths"]) == len(texts), "not all is sealed")
    need(len(proof["consistency"]) == len(seals) - 1, "the seals do not belong together")
    for old, new, path in zip(seals, seals[1:], proof["consistency"]):
        need((old["service"], old["workspace"]) == (new["service"], new["workspace"]), "the seals are of different journals")
        need(old["seal"] < new["seal"] and grew(old, new, path), "the journal was rewritten between two seals")
    known = [entry["state"] for entry in entries if "state" in entry]
    states = {sha(text.encode()).hex(): json.loads(text) for text in proof["states"]}
    need(set(states) <= set(known), "what the print is said to be is not what was entered")
    if not any(entry["entry"] in ("erased", "purged") for entry in entries):
        need(known[-1] in states, "it is not said what the print is")
        with open(os.path.join(os.path.dirname(name), proof["bytes"]), "rb") as file: content = file.read()
        for state in states.values():
            need((state["id"], state["workspaceId"]) == (proof["print"], seals[0]["workspace"]), "this is another print")
            need((state["sha256"], state["byteLength"]) == (sha(content).hex(), len(content)), "the bytes are others")
    hashes = [sha(anchor["seal"].encode()) for anchor in anchors]
    trusted = [index for index, known in enumerate(hashes) if held is None or known in held]
    need(trusted, "none of its seals is one of those that were kept elsewhere")
    whole = [index for index in trusted if len(anchors[index]["paths"]) == len(texts)]
    need(whole, f"what was entered after seal {seals[trusted[-1]]['seal']} is in none of the seals that were kept elsewhere")
    named = ", all of it in ".join(f"seal {seals[at]['seal']}, {hashes[at].hex()}" for at in sorted({trusted[0], whole[0]}))
    return f"print {proof['print']}: {', '.join(entry['entry'] for entry in entries)}; in {named}"

check_all(check_proof, __doc__)
