import { canonicalJson } from "./canonical-json.ts";
import { sha256 } from "./hash.ts";

/*
 * A seal: a head of a workspace's journal that was signed off. It says how many entries there were, and the root of the tree over
 * them (RFC 6962, section 2.1). Each names the one before by its hash, so that whoever has a later one holds all of them.
 */

/** What a seal says. Its text is this as canonical JSON. */
export interface Seal {
  /** From 1 in each workspace, without gaps. */
  readonly seal: number;
  /** Of the installation, a UUID. */
  readonly service: string;
  /** The id of the workspace; its name may change. */
  readonly workspace: number;
  readonly slug: string;
  /** How many entries it covers. */
  readonly size: number;
  /** The root of the tree over them, hexadecimal. */
  readonly root: string;
  /** Epoch milliseconds. */
  readonly sealedAt: number;
  /** When the newest of the entries was made, epoch milliseconds. */
  readonly newestAt: number;
  /** The hash of the previous seal's text; absent in the first. */
  readonly previous?: string;
}

const NUMBERS = ["seal", "workspace", "size", "sealedAt", "newestAt"] as const;
const HASH = /^[0-9a-f]{64}$/;
const SERVICE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A seal as the text that is kept and hashed: canonical JSON. */
export function sealText(seal: Seal): string {
  return canonicalJson({ ...seal });
}

/** A seal from its text. @returns `null` for any text that {@link sealText} does not give */
export function readSeal(text: string): Seal | null {
  let seal: Partial<Record<keyof Seal, unknown>>;
  try {
    seal = JSON.parse(text) as typeof seal;
  } catch {
    return null;
  }
  if (typeof seal !== "object" || seal === null || !isSeal(seal)) return null;
  return sealText(seal) === text ? seal : null;
}

/** What the next seal names this one by: the SHA-256 of its text, hexadecimal. */
export function hashOfSeal(text: string): string {
  return sha256(text).toHex();
}

function isSeal(seal: Partial<Record<keyof Seal, unknown>>): seal is Seal {
  const { service, slug, root, previous } = seal;
  const isHash = (value: unknown) => typeof value === "string" && HASH.test(value);
  return (
    NUMBERS.every((name) => Number.isSafeInteger(seal[name])) &&
    typeof service === "string" &&
    SERVICE.test(service) &&
    typeof slug === "string" &&
    isHash(root) &&
    (previous === undefined || isHash(previous))
  );
}

/** A seal as it is stored. */
export interface StoredSeal {
  readonly workspaceId: number;
  readonly number: number;
  /** How many entries it covers. */
  readonly size: number;
  readonly text: string;
  /** The whole answer of an authority (RFC 3161); `null` for none. */
  readonly timeStamp: Uint8Array | null;
}
