import type { Charset, PrinterProfile } from "../escpos/escpos.ts";
import type { SimulatedState } from "./printer-status.ts";
import { PRINTER_PROTOCOLS, type PrinterProtocol } from "./protocols.ts";

export { PRINTER_PROTOCOLS, type PrinterProtocol } from "./protocols.ts";

/**
 * What becomes of a delivery that was interrupted when some of its bytes had gone: it waits for a person (`hold`), or
 * is sent again from its beginning and marked as a possible duplicate (`resend`).
 */
export const INTERRUPTION_POLICIES = ["hold", "resend"] as const;

export type InterruptionPolicy = (typeof INTERRUPTION_POLICIES)[number];

/** A printer of ours, to which POS software prints. */
export interface Printer {
  readonly id: number;
  readonly workspaceId: number;
  /** The user who made it; its prints are that user's. */
  readonly userId: number;
  /** Unique in the service, whatever its case: also its LPD queue, its ePOS devid and its IPP address. */
  readonly name: string;
  /** What its prints get as deviceId; `null` for its name. */
  readonly deviceId: string | null;
  /** Columns; `null` for the workspace's. */
  readonly width: number | null;
  /** What its prints' bytes from 80h up are; `null` for the workspace's. */
  readonly charset: Charset | null;
  /** The maker whose dialect it speaks; `null` for the workspace's. */
  readonly profile: PrinterProfile | null;
  /** The model name that it answers when asked, such as `TM-T88V`. */
  readonly model: string;
  /** Tags put on each of its prints, as the text of a JSON object. */
  readonly tag: string;
  /** Addresses that may print, as CIDR blocks; none for all. */
  readonly allow: readonly string[];
  /** Origins of public web pages that may print, as `readOrigin` gives them. */
  readonly allowOrigins: readonly string[];
  readonly protocols: readonly PrinterProtocol[];
  /** The address of this machine that its ports are opened on; `null` for the service's. */
  readonly address: string | null;
  /** TCP port for raw printing; `null` for none. */
  readonly rawPort: number | null;
  /** A TCP port of its own for ePOS-Print; `null` for none but the service's HTTP port. */
  readonly eposPort: number | null;
  /** The real printer behind it: `tcp://HOST:PORT` or an ePOS-Print address; `null` for none. */
  readonly target: string | null;
  /** Whether the POS waits for the real printer's own answers. */
  readonly passThrough: boolean;
  readonly whenInterrupted: InterruptionPolicy;
  /** Whether nothing is passed on until it is released. */
  readonly held: boolean;
  readonly simulate: SimulatedState;
  /** Until when the first public origin that prints becomes the printer's, where it lists none, epoch milliseconds. */
  readonly pairingUntil: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What of a printer can be given and changed. */
export type PrinterSettings = Omit<
  Printer,
  "id" | "workspaceId" | "userId" | "pairingUntil" | "createdAt" | "updatedAt"
>;

/** The port that raw printing has everywhere; JetDirect's. */
export const RAW_PORT = 9100;

/** A model whose answers every driver knows. */
export const DEFAULT_MODEL = "TM-T88V";

/** A new printer's settings where nothing else is given. */
export const PRINTER_DEFAULTS: Omit<PrinterSettings, "name"> = {
  deviceId: null,
  width: null,
  charset: null,
  profile: null,
  model: DEFAULT_MODEL,
  tag: "{}",
  allow: [],
  allowOrigins: [],
  protocols: PRINTER_PROTOCOLS,
  address: null,
  rawPort: null,
  eposPort: null,
  target: null,
  passThrough: false,
  whenInterrupted: "hold",
  held: false,
  simulate: "online",
};

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
