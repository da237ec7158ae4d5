import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { reasonOf } from "../platform/system-error.ts";
import { sha256Of } from "./executable.ts";
import { refused } from "./refused.ts";
import { checkSignature, type PublicKey, signedDigest } from "./signature.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";
import { fileInZip } from "./zip-file.ts";

const SUMS_FILE = "SHA256SUMS";
const EXECUTABLE_MODE = 0o755;

/** By what a release is trusted. */
export interface ReleaseProof {
  /** The sum that was named; `null` for that of the file of sums beside it. */
  readonly sha256: string | null;
  /** Who signs releases; `null` where that is not known. */
  readonly key: PublicKey | null;
  readonly allowUnsigned: boolean;
}

/** What was found of a release. */
export interface CheckedRelease {
  /** The trusted comment of its signature; `null` when it is not signed. */
  readonly comment: string | null;
  /** What was checked, in sentences. */
  readonly told: readonly string[];
}

/**
 * Checks the sum and the signature of a release, of which both lie beside it: `FILE.minisig`, or `SHA256SUMS` with
 * `SHA256SUMS.minisig`.
 * @throws TillrollError BAD_REQUEST when one of them is wrong, or it is not signed and need be
 */
export async function checkRelease(file: string, proof: ReleaseProof): Promise<CheckedRelease> {
  if (!existsSync(file) || !statSync(file).isFile()) throw refused(`There is no file ${file}.`);
  const expected = proof.sha256 ?? sumBeside(file);
  const told: string[] = [];
  if (expected !== null) {
    const sum = await sha256Of(file);
    if (sum !== expected.toLowerCase())
      throw refused(
        `${basename(file)} has the SHA-256 ${sum}, and should have ${expected}: it is damaged, or another file. Fetch it anew.`,
      );
    told.push(`Its SHA-256 is right (${sum}).`);
  }
  const comment = await signatureOf(file, expected !== null && proof.sha256 === null, proof);
  if (comment !== null) told.push(`Its signature is right (${comment}).`);
  return { comment, told };
}

/** The sum of a file in the file of sums beside it; `null` when there is none. */
function sumBeside(file: string): string | null {
  const sums = join(dirname(file), SUMS_FILE);
  if (!existsSync(sums)) return null;
  for (const line of readFileSync(sums, "utf8").split("\n")) {
    const [, sum = null, name] = /^([0-9a-f]{64}) [ *](.+?)\r?$/i.exec(line) ?? [];
    if (name === basename(file)) return sum;
  }
  return null;
}

/** @param isInSums whether the file's sum is that of the file of sums: who signs that one has signed the file */
async function signatureOf(file: string, isInSums: boolean, proof: ReleaseProof): Promise<string | null> {
  const sums = join(dirname(file), SUMS_FILE);
  const signed = [file, ...(isInSums ? [sums] : [])].find((path) => existsSync(`${path}.minisig`));
  const { key, allowUnsigned } = proof;
  if (signed !== undefined && key !== null)
    return checkSignature(readFileSync(`${signed}.minisig`, "utf8"), await signedDigest(signed), key);
  if (allowUnsigned) return null;
  if (signed === undefined)
    throw refused(
      `${basename(file)} is not signed: there is no ${basename(file)}.minisig beside it. Whoever made it could be anybody. ` +
        "--allow-unsigned takes it all the same.",
    );
  throw refused(
    "This Tillroll was built without the key that signs releases: name it by --public-key, or take the file unchecked by " +
      "--allow-unsigned.",
  );
}

/**
 * Puts the executable of a release into a folder: the file itself, or the one in a `.tar.gz` or `.zip`.
 * @param target its path there
 * @throws TillrollError BAD_REQUEST when there is none
 */
export async function unpackRelease(file: string, target: string): Promise<void> {
  try {
    if (/\.(tar\.gz|tgz|zip)$/i.test(file)) writeFileSync(target, await executableIn(file));
    else copyFileSync(file, target);
    chmodSync(target, EXECUTABLE_MODE);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.name !== "TillrollError")
      throw refused(`The release could not be unpacked to ${dirname(target)}: ${reasonOf(error)}.`);
    throw error;
  }
}

/** The executable is called so in every archive. */
const isExecutable = (path: string) => /(^|\/)tillroll(\.exe)?$/.test(path);

async function executableIn(file: string): Promise<Uint8Array> {
  const archive = await Bun.file(file).bytes();
  const found = file.toLowerCase().endsWith(".zip")
    ? fileInZip(archive, isExecutable, UPDATE_LIMITS.executableBytes)
    : await fileInTar(archive);
  if (found === null) throw refused(`There is no executable of Tillroll in ${basename(file)}.`);
  return found;
}

async function fileInTar(archive: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  let files: Map<string, File>;
  try {
    files = await new Bun.Archive(archive).files("**/tillroll*");
  } catch {
    throw refused("The file is no tar archive, or it is damaged.");
  }
  const executable = [...files].find(([path]) => isExecutable(path))?.[1];
  return executable === undefined ? null : executable.bytes();
}
