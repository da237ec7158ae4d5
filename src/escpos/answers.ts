import type { Command } from "./command.ts";
import type { GraphicsMemory } from "./graphics-store.ts";
import type { SymbolMemory } from "./symbol-memory.ts";

/** A printer that answers requests, each when its turn has come; what a receipt printer has no answer to is left out. */
export interface AnsweringPrinter {
  /** Sends bytes at once. */
  tellNow(bytes: readonly number[]): void;
  /** Sends bytes when everything before is printed. */
  tell(bytes: readonly number[]): void;
  /** DLE EOT n: one byte, at once. */
  tellRealTimeStatus(n: number): void;
  /** The four bytes of the automatic status, at once. */
  tellAutomaticStatus(): void;
  /** GS r n: one byte. */
  tellStatus(n: number): void;
  /** GS I n. */
  tellIdentity(n: number): void;
  /** GS a n: which changes of the status are told without being asked for; 0 for none. */
  watchStatus(n: number): void;
  /** GS ( H function 49: whether it is told when the printer goes offline. */
  watchOffline(isOn: boolean): void;
  /** GS ( H function 48: these four bytes, after everything before is kept as a job of its own. */
  tellProcessId(id: Uint8Array): void;
  /** GS ( E: sets and tells what is set in the printer. */
  userSettings(command: Command): void;
  /** GS ( C: keeps and tells the sender's data. */
  userMemory(command: Command): void;
  /** Bytes of the memory for NV graphics. */
  tellGraphicsCapacity(): void;
  /** Bytes that are left in a memory for graphics. */
  tellGraphicsRemaining(memory: GraphicsMemory): void;
  /** The key codes of the graphics in a memory. */
  tellGraphicsKeys(memory: GraphicsMemory): void;
  /** Keeps that graphics of so many bytes are stored. */
  defineGraphics(memory: GraphicsMemory, key: number, bytes: number): void;
  deleteGraphics(memory: GraphicsMemory, key: number): void;
  deleteAllGraphics(memory: GraphicsMemory): void;
  /** What Star's commands ask. */
  readonly star: StarAnswering;
}

/** The requests of Star printers. Source: Star Line Mode specifications, chapter 5. */
export interface StarAnswering {
  /** What the host set up of symbols, whose size it may ask for. */
  readonly symbols: SymbolMemory;
  /** ESC @, CAN. */
  forgetSymbols(): void;
  /** ENQ and EOT: one byte, at once. */
  tellStatus(request: StarStatusRequest): void;
  /** ESC ACK SOH: the automatic status, at once. */
  tellAutomaticStatus(): void;
  /** ESC RS a: whether the automatic status is told when it changes, and by {@link countPrinted}. */
  watchStatus(isOn: boolean): void;
  /** ETB: counts, and tells the automatic status if it is watched, after everything before is kept as a job of its own. */
  countPrinted(): void;
  /** ESC RS E, CAN. */
  clearCount(): void;
  /** ESC GS ETX: these bytes, after everything before is kept as a job of its own. */
  tellPrinted(mark: Uint8Array): void;
  /** ESC GS y I, ESC GS x I: these bytes and the dots of the symbol whose data is kept, 0 for none that can be printed. */
  tellSymbolSize(kind: number, header: readonly number[]): void;
}

/** Star's requests of a status of one byte. */
export type StarStatusRequest = "ENQ" | "EOT";

/** The offline response (GS ( H function 49, DLE DC4 7 4), without causes: their bits differ from model to model. */
export const OFFLINE_RESPONSE: readonly number[] = [0x37, 0x23, 0x00];

/** The notice of the power-off sequence (DLE DC4 2). */
export const POWER_OFF_RESPONSE: readonly number[] = [0x3b, 0x30, 0x00];

/** The response to DLE DC4 8. */
export const CLEARED_RESPONSE: readonly number[] = [0x37, 0x25, 0x00];

/** The extended automatic status (FS ( e), of which a receipt printer has nothing to tell: it never changes. */
export const EXTENDED_STATUS: readonly number[] = [0x39, 0x00, 0x40, 0x00];

/** The automatic status of the ink (GS j): bit 6 of both bytes is fixed; a thermal printer's ink never ends. */
export const INK_STATUS: readonly number[] = [0x35, 0x40, 0x40, 0x00];

/** The process ID response (GS ( H function 48): the four bytes that were given come back. */
export function processIdResponse(id: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x37, 0x22, ...id.subarray(0, 4), 0x00);
}
