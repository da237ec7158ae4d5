import type { PrinterSettings } from "../contract/printer-settings.ts";
import { TillrollError } from "./errors.ts";

/** A printer of ours, to which POS software prints. Times are epoch milliseconds. */
export interface Printer extends PrinterSettings {
  readonly id: number;
  readonly workspaceId: number;
  /** The user who made it; its prints are that user's. */
  readonly userId: number;
  /** Until when the first public origin that prints becomes the printer's, where it lists none. */
  readonly pairingUntil: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The form in which names of printers are compared: without regard to case. */
export function printerKey(name: string): string {
  return name.toLowerCase();
}

/**
 * A UUID that stays the printer's own for as long as it exists: its `printer-uuid` in IPP, and its UUID in discovery.
 */
export function printerUuid({ id, createdAt }: Pick<Printer, "id" | "createdAt">): string {
  const hash = new Bun.CryptoHasher("sha256").update(`tillroll printer ${id} ${createdAt}`).digest();
  // Version 8, a name of our own making, and the variant of RFC 9562.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toHex();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** There is no such printer, or it belongs to a workspace that the caller cannot see. */
export function printerNotFound(name: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no printer "${name}"; see "tillroll printer list".`, {
    name,
  });
}
