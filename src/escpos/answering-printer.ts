import type { Command } from "./command.ts";

/**
 * A printer that answers requests, as their records see it. It knows its status, its memory and what it is; each answer
 * is given when its turn has come. What a receipt printer does not answer it leaves out.
 */
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
  /** GS ( L: keeps and tells what graphics are stored. @param base where m stands */
  graphics(command: Command, base: number): void;
  /** GS D: keeps graphics. */
  bitmap(command: Command): void;
  /** ESC @: forgets downloaded graphics. */
  initialize(): void;
}
