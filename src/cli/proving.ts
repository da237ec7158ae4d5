import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { hashOfSeal } from "../journal/seal.ts";
import { reasonOf } from "../platform/system-error.ts";
import { CHECK_FILES } from "../seals/check-files.ts";
import { checkProof } from "../seals/check-proof.ts";
import { journalLines } from "../seals/journal-export.ts";
import { proofOfPrint, sealsOf } from "../seals/print-proof.ts";
import type { Proof } from "../seals/proof.ts";
import { sealName } from "../seals/seal-place.ts";
import { sealsIn } from "../seals/seals-in.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { counted, print } from "./command.ts";
import { OpenedJournal } from "./journal-records.ts";
import { type GivenOptions, UsageError } from "./options.ts";

const EXIT_WRONG = 1;

/** Writes the journal into a file. */
export async function exportJournal(given: GivenOptions): Promise<void> {
  const out = given.filled("out");
  if (out === null) throw new UsageError("Say where to with --out FILE, or - for standard output.");
  using journal = new OpenedJournal(given);
  const sink = out === "-" ? Bun.stdout.writer() : Bun.file(out).writer();
  let lines = 0;
  for (const line of journalLines(journal, journal.workspace.id)) {
    sink.write(line);
    if (++lines % 1000 === 0) await sink.flush();
  }
  await sink.end();
  if (out !== "-") print(`${counted(lines, "line")} ${lines === 1 ? "is" : "are"} in ${out}.`);
}

/** Writes a print's proof into a folder, with all that is needed to check it. */
export async function writeProof(given: GivenOptions): Promise<void> {
  const text = given.argument("ID, the print's");
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is no ID.`);
  const folder = given.filled("out");
  if (folder === null) throw new UsageError("Say where to with --out FOLDER.");
  using journal = new OpenedJournal(given);
  const { id: workspaceId } = journal.workspace;
  const proof = proofOfPrint(journal, workspaceId, Number(text), { bytes: `${text}.bin`, seals: "seals/" });
  if (proof === null) {
    const advice = 'Seal it with "tillroll journal seal".';
    throw new TillrollError(
      "NOT_FOUND",
      `No seal covers print ${text} as it is now, or there is none. ${advice}`,
    );
  }
  const files: Record<string, string | Uint8Array> = {
    ...CHECK_FILES,
    [`${text}.json`]: JSON.stringify(proof),
  };
  if (proof.bytes !== undefined) {
    const prints = new PrintReader(journal.database);
    files[proof.bytes] = prints.readRaw(prints.read(workspaceId, Number(text))).raw;
  }
  for (const { text: sealed, timeStamp } of sealsOf(proof, journal, workspaceId)) {
    files[`seals/${sealName(sealed)}.json`] = sealed;
    if (timeStamp !== null) files[`seals/${sealName(sealed)}.tsr`] = timeStamp;
  }
  mkdirSync(join(folder, "seals"), { recursive: true });
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
  print(`The proof of print ${text} is in ${folder}; CHECK.txt there says how it is checked.`);
}

/** Checks proofs that somebody gave. @returns the exit code */
export async function checkProofs(given: GivenOptions): Promise<number> {
  const names = given.argumentsGiven;
  if (names.length === 0) throw new UsageError("Name the proofs to check.");
  const path = given.filled("seals");
  const held = path === null ? null : new Set(sealsIn(path).map(hashOfSeal));
  let wrong = 0;
  for (const name of names) {
    try {
      const proof = (await Bun.file(name).json()) as Proof;
      const readBytes = (file: string) => Bun.file(resolve(dirname(name), file)).bytes();
      const { printId, kinds, seal, whole } = await checkProof(proof, readBytes, held);
      const seals = seal.number === whole.number ? [seal] : [seal, whole];
      const named = seals.map(({ number, hash }) => `seal ${number}, ${hash}`).join(", all of it in ");
      print(`OK     ${name}\tprint ${printId}: ${kinds.join(", ")}; in ${named}`);
    } catch (error) {
      wrong++;
      print(`WRONG  ${name}\t${reasonOf(error)}`);
    }
  }
  return wrong === 0 ? 0 : EXIT_WRONG;
}
