import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hashOfSeal, type Seal, sealText } from "../../src/journal/seal.ts";
import { checkProof } from "../../src/seals/check-proof.ts";
import type { Proof } from "../../src/seals/proof.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { SealedJournal } from "./sealed-journal.ts";

/*
 * Proofs of a journal with a thousand prints, and forged ones: this check and the script of a third party say the same.
 */

const PRINTS = 1000;
const journal = new SealedJournal(17, PRINTS);
const folder = temporaryFolder();
const python = Bun.which("python3");

/** A print that was changed, in a proof with two seals. */
const CHANGED =
  [...journal.prints].find(
    ([id, { entries, states }]) => entries.length === 2 && states.length === 2 && id < 200,
  )?.[0] ?? 0;

interface Forgery {
  readonly name: string;
  readonly forge: (proof: Proof) => unknown;
  readonly bytes?: (bytes: Uint8Array) => Uint8Array;
}

const FORGERIES: readonly Forgery[] = [
  { name: "another format", forge: (proof) => ({ ...proof, format: "tillroll-proof-2" }) },
  { name: "another print", forge: (proof) => ({ ...proof, print: proof.print + 1 }) },
  {
    name: "a changed label",
    forge: (proof) => ({ ...proof, states: proof.states.map((state) => state.replace("Kasse", "Laden")) }),
  },
  {
    name: "another time of an entry",
    forge: (proof) => ({ ...proof, entries: proof.entries.map((text) => text.replace(/"at":\d/, '"at":2')) }),
  },
  {
    name: "an entry left out",
    forge: (proof) => ({
      ...proof,
      entries: proof.entries.slice(1),
      leaves: proof.leaves.slice(1),
      anchors: proof.anchors.slice(1).map(({ paths, ...anchor }) => ({ ...anchor, paths: paths.slice(1) })),
      consistency: [],
    }),
  },
  { name: "entries swapped", forge: (proof) => ({ ...proof, entries: proof.entries.toReversed() }) },
  { name: "another number", forge: (proof) => ({ ...proof, leaves: proof.leaves.map((leaf) => leaf + 1) }) },
  {
    name: "a path with another hash",
    forge: (proof) => ({
      ...proof,
      anchors: proof.anchors.map((anchor) => ({
        ...anchor,
        paths: anchor.paths.map((path) => [...path.slice(1), "00".repeat(32)]),
      })),
    }),
  },
  {
    name: "a path cut short",
    forge: (proof) => ({
      ...proof,
      anchors: proof.anchors.map((anchor) => ({
        ...anchor,
        paths: anchor.paths.map((path) => path.slice(1)),
      })),
    }),
  },
  {
    name: "a path made longer",
    forge: (proof) => ({
      ...proof,
      anchors: proof.anchors.map((anchor) => ({
        ...anchor,
        paths: anchor.paths.map((path) => [...path, "00".repeat(32)]),
      })),
    }),
  },
  {
    name: "no path",
    forge: (proof) => ({ ...proof, anchors: proof.anchors.map((anchor) => ({ ...anchor, paths: [] })) }),
  },
  { name: "no seal", forge: (proof) => ({ ...proof, anchors: [], consistency: [] }) },
  {
    name: "a seal with another root",
    forge: (proof) => withSeals(proof, (seal) => ({ ...seal, root: "00".repeat(32) })),
  },
  {
    name: "a seal of another size",
    forge: (proof) => withSeals(proof, (seal) => ({ ...seal, size: seal.size + 1 })),
  },
  {
    name: "seals of different services",
    forge: (proof) =>
      withSeals(proof, (seal, index) => ({
        ...seal,
        service: seal.service.replace("01936f5e", `0000000${index}`),
      })),
  },
  {
    name: "seals in the wrong order",
    forge: (proof) => withSeals(proof, (seal, index) => ({ ...seal, seal: 9 - index })),
  },
  { name: "no consistency", forge: (proof) => ({ ...proof, consistency: [] }) },
  { name: "another consistency", forge: (proof) => ({ ...proof, consistency: [["00".repeat(32)]] }) },
  { name: "no state", forge: (proof) => ({ ...proof, states: [] }) },
  { name: "the state of before alone", forge: (proof) => ({ ...proof, states: proof.states.slice(0, 1) }) },
  {
    name: "a state that was never entered",
    forge: (proof) => ({ ...proof, states: [...proof.states, "{}"] }),
  },
  {
    name: "a byte of the print",
    forge: (proof) => proof,
    bytes: (bytes) => bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte)),
  },
  { name: "a byte more", forge: (proof) => proof, bytes: (bytes) => new Uint8Array([...bytes, 0]) },
  { name: "no bytes", forge: (proof) => ({ ...proof, bytes: undefined }) },
  {
    name: "called erased",
    forge: (proof) => ({
      ...proof,
      states: [],
      entries: [proof.entries[0] ?? "", `{"at":1,"entry":"erased","print":${proof.print}}`],
    }),
  },
];

function withSeals(proof: Proof, change: (seal: Seal, index: number) => Seal): Proof {
  const anchors = proof.anchors.map((anchor, index) => ({
    ...anchor,
    seal: sealText(change(JSON.parse(anchor.seal) as Seal, index)),
  }));
  return { ...proof, anchors };
}

beforeAll(() => {
  mkdirSync(join(folder, "held"));
  writeFileSync(join(folder, "held", "1.json"), journal.seals.at(-1) ?? "");
  writeFileSync(join(folder, "seals.jsonl"), journal.seals.join("\n"));
  writeFileSync(
    join(folder, "other.jsonl"),
    sealText({ ...(JSON.parse(journal.seals[0] ?? "") as Seal), slug: "other" }),
  );
  writeFileSync(join(folder, "journal.jsonl"), `${journal.lines.join("\n")}\n`);
  for (const [id, { bytes }] of journal.prints) {
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(journal.proofOf(id)));
    writeFileSync(join(folder, `${id}.bin`), bytes);
  }
});

async function check(proof: unknown, bytes: Uint8Array, held: ReadonlySet<string> | null = null) {
  const readBytes = async (name: string) => (name === "" ? new Uint8Array() : bytes);
  return checkProof(proof as Proof, readBytes, held);
}

describe("a proof", () => {
  test("of each print holds, also of one that was erased", async () => {
    const found = new Map<string, number>();
    for (const [id, { bytes, entries }] of journal.prints) {
      const { kinds, printId } = await check(journal.proofOf(id), bytes);
      expect({ printId, entries: kinds.length }).toEqual({ printId: id, entries: entries.length });
      for (const kind of kinds) found.set(kind, (found.get(kind) ?? 0) + 1);
    }
    expect(found.get("stored")).toBe(PRINTS);
    expect(found.get("erased")).toBeGreaterThan(10);
  });

  test("is compared with the seals that were kept elsewhere", async () => {
    const proof = journal.proofOf(CHANGED);
    const { bytes } = journal.printOf(CHANGED);
    const newest = hashOfSeal(journal.seals.at(-1) ?? "");
    const { seal } = await check(proof, bytes, new Set([newest]));
    expect(seal).toMatchObject({ number: journal.seals.length, hash: newest });
    await expect(check(proof, bytes, new Set(["00".repeat(32)]))).rejects.toThrow("kept elsewhere");
  });

  test("says nothing of what came after the seals that were kept elsewhere", async () => {
    // Whoever has the database can let a journal that was sealed go on as they like.
    const held = journal.seals[0] ?? "";
    const [later] = [...journal.prints].flatMap(([id, { entries, states }]) => {
      const { size } = JSON.parse(held) as Seal;
      const isChangedLater = (entries[0]?.leaf ?? size) < size && (entries.at(-1)?.leaf ?? 0) >= size;
      return isChangedLater && states.length > 0 ? [id] : [];
    });
    const { bytes } = journal.printOf(later ?? 0);
    const proof = journal.proofOf(later ?? 0);
    await expect(check(proof, bytes, new Set([hashOfSeal(held)]))).rejects.toThrow("after seal 1");
    const both = new Set([held, journal.seals.at(-1) ?? ""].map(hashOfSeal));
    expect(await check(proof, bytes, both)).toMatchObject({
      seal: { number: 1 },
      whole: { number: journal.seals.length },
    });
    if (python === null) return;
    writeFileSync(join(folder, "first.jsonl"), held);
    const run = (seals: string) =>
      Bun.spawnSync([python, resolve("src/seals/check.py"), "--seals", seals, `${later}.json`], {
        cwd: folder,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
      });
    expect(run("first.jsonl").stdout.toString()).toContain("after seal 1 is in none of the seals");
    expect(run("seals.jsonl").stdout.toString()).toContain(`all of it in seal ${journal.seals.length}`);
  });

  test.each(FORGERIES)("with $name does not hold", async ({ forge, bytes = (given) => given }) => {
    const forged = forge(journal.proofOf(CHANGED));
    await expect(check(forged, bytes(journal.printOf(CHANGED).bytes))).rejects.toThrow();
  });
});

describeUnless(python === null ? "there is no python3" : null, "the script of a third party", () => {
  const run = (...words: string[]) => {
    const [script = "", ...rest] = words;
    const { stdout, exitCode } = Bun.spawnSync([python ?? "", resolve("src/seals", script), ...rest], {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
      stderr: "inherit",
    });
    return { lines: stdout.toString().trim().split("\n"), exitCode };
  };

  test("agrees on each of a thousand proofs", () => {
    const names = [...journal.prints.keys()].map((id) => `${id}.json`);
    const { lines, exitCode } = run("check.py", "--seals", "seals.jsonl", ...names);
    expect({ wrong: lines.filter((line) => !line.startsWith("OK")), exitCode }).toEqual({
      wrong: [],
      exitCode: 0,
    });
    expect(lines.length).toBe(PRINTS);
  });

  test("agrees on each forged one", () => {
    const { bytes } = journal.printOf(CHANGED);
    const names = FORGERIES.map(({ forge, bytes: change = (given) => given }, index) => {
      writeFileSync(join(folder, `${CHANGED}.forged.bin`), bytes);
      writeFileSync(join(folder, `forged-${index}.bin`), change(bytes));
      const forged = forge(journal.proofOf(CHANGED, `forged-${index}.bin`));
      writeFileSync(join(folder, `forged-${index}.json`), JSON.stringify(forged));
      return `forged-${index}.json`;
    });
    const { lines, exitCode } = run("check.py", ...names);
    const agreed = lines.filter((line) => line.startsWith("WRONG")).map((line) => line.split(" ")[1]);
    expect({ agreed, exitCode }).toEqual({ agreed: names, exitCode: 1 });
  });

  test("compares with seals that were kept elsewhere", () => {
    expect(run("check.py", "--seals", "held", "1.json").exitCode).toBe(0);
    expect(run("check.py", "--seals", "other.jsonl", "1.json")).toMatchObject({
      exitCode: 1,
      lines: [expect.stringContaining("kept elsewhere")],
    });
  });

  test("checks a whole journal, and finds each line that is changed, missing or moved", () => {
    expect(run("check_journal.py", "--seals", "seals.jsonl", "journal.jsonl")).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining(`${journal.entries.length} entries`)],
    });
    const { lines } = journal;
    const forged: Readonly<Record<string, readonly string[]>> = {
      changed: lines.map((line, index) => (index === 99 ? line.replace(/"at":\d/, '"at":2') : line)),
      missing: lines.toSpliced(99, 1),
      swapped: [...lines.slice(0, 99), ...lines.slice(99, 101).toReversed(), ...lines.slice(101)],
      added: lines.toSpliced(99, 0, lines[98] ?? ""),
      unsealed: lines.filter((line) => line !== journal.seals[1]),
    };
    for (const [name, text] of Object.entries(forged)) {
      writeFileSync(join(folder, `${name}.jsonl`), `${text.join("\n")}\n`);
      expect({ name, ...run("check_journal.py", `${name}.jsonl`) }).toMatchObject({ name, exitCode: 1 });
    }
    // The end is missed by its seals, which somebody else has.
    const cut = lines.slice(0, lines.indexOf(journal.seals.at(-2) ?? "") + 1);
    writeFileSync(join(folder, "cut.jsonl"), `${cut.join("\n")}\n`);
    expect(run("check_journal.py", "cut.jsonl").exitCode).toBe(0);
    expect(run("check_journal.py", "--seals", "seals.jsonl", "cut.jsonl").exitCode).toBe(1);
  });
});
