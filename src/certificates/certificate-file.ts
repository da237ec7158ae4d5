import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import type { CertificatePaths, ShownCertificate } from "./certificate-text.ts";
import type { LocalAuthority } from "./local-authority.ts";

/** What a data folder keeps of certificates. */
export interface StoredCertificates {
  readonly authority: LocalAuthority | null;
  /** This machine's certificate by that authority. */
  readonly leaf: ShownCertificate | null;
  /** Where one is that is shown in its place; `null` for none. */
  readonly own: CertificatePaths | null;
}

const NOTHING: StoredCertificates = { authority: null, leaf: null, own: null };

/** There are keys in it: it is its owner's alone. */
const MODE = 0o600;

function pathOf(folder: string): string {
  return join(folder, "tillroll.certificates.json");
}

/**
 * What a data folder keeps of certificates; nothing before the first start.
 * @throws TillrollError STORAGE_UNAVAILABLE when the file cannot be read: a new authority in its place would have to be
 *   trusted anew
 */
export function readCertificates(folder: string): StoredCertificates {
  try {
    return {
      ...NOTHING,
      ...(JSON.parse(readFileSync(pathOf(folder), "utf8")) as Partial<StoredCertificates>),
    };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return NOTHING;
    throw unusable(folder, error);
  }
}

/** Keeps certificates, all or nothing. @throws TillrollError STORAGE_UNAVAILABLE when they cannot be written */
export function writeCertificates(folder: string, certificates: StoredCertificates): void {
  const path = pathOf(folder);
  const half = `${path}.new`;
  try {
    // It may be there with other rights.
    rmSync(half, { force: true });
    writeFileSync(half, `${JSON.stringify(certificates, null, 2)}\n`, { mode: MODE, flush: true });
    chmodSync(half, MODE);
    renameSync(half, path);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The certificates in ${pathOf(folder)} cannot be used: ${reasonOf(error)}.`,
  );
}
