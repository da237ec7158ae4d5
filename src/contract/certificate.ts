import { read } from "./check.ts";
import * as t from "./schema.ts";

/** A chain of certificates, or a key, has less, UTF-16 units. */
const PEM_CHARACTERS = 100_000;

const certificate = t.text(1, PEM_CHARACTERS, "The certificate and those above it (PEM).");
const key = t.text(1, PEM_CHARACTERS, "Its key (PEM), without a password.");

export const OwnCertificate = t.strict(
  { certificate: t.nullable(certificate), key: t.nullable(key) },
  {
    name: "OwnCertificate",
    description: "A certificate of the owner's own; null and null: back to that of the local authority.",
    examples: [{ certificate: null, key: null }],
  },
);

/** A certificate and its key, PEM. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Reads the body of "Replace the certificate". @returns `null` for the local authority's @throws TillrollError BAD_REQUEST */
export function readOwnCertificate(body: unknown): OwnCertificate | null {
  const { certificate: chain, key: secret } = read(OwnCertificate, body);
  if (chain === null && secret === null) return null;
  if (chain !== null && secret !== null) return { certificate: chain, key: secret };
  return read(WHOLE, body);
}

const WHOLE = t.strict({ certificate, key });
