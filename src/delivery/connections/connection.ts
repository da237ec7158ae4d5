import type { PrinterStatus } from "../../domain/printer-status.ts";

/** What a connection tells whoever opened it. */
export interface ConnectionEvents {
  onData(bytes: Uint8Array): void;
  /** The way to the printer has taken some of what was written, bytes. */
  onTaken(count: number): void;
  /** The other side has closed its direction, or the whole connection has ended. @param cause `null` for a clean end */
  onEnd(cause: string | null): void;
}

/** A way by which bytes go to a printer as they come, and its answers come back: TCP, USB or a serial line. */
export interface PrinterConnection {
  /** Bytes written that the way to the printer has not taken. */
  readonly pending: number;
  /** Bytes written that have not arrived on the other side, as far as the way tells: {@link pending} at least. */
  readonly unacknowledged: number;
  /** What the port itself says of the printer, beside what the printer answers; `null` where a port says nothing. */
  portStatus(): Promise<PrinterStatus | null>;
  /** Writes; the bytes must not change afterwards. What is not taken at once is kept and goes when there is room. */
  write(bytes: Uint8Array): void;
  /** Closes our direction once all is written. A port that has no such thing ends cleanly then. */
  shutdown(): void;
  /** Closes the connection once all is written; nothing more is told of it. */
  close(): void;
  /** Ends the connection at once: what was not sent yet is thrown away, and nothing more is told of it. */
  terminate(): void;
  /** Stops reading the printer's answers, which wait. */
  pause(): void;
  resume(): void;
}

/** What could not be connected to, and why, as a part of a sentence. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refused the connection",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "its name cannot be looked up now",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ECONNRESET: "it reset the connection",
  EPIPE: "it closed the connection",
  EPROTO: "it does not answer by TLS there",
};

/** What went wrong with a connection, as a part of a sentence. */
export function causeOf(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"))
    return CAUSES["ETIMEDOUT"] ?? error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CAUSES[code] ?? (code === "" ? "the connection failed" : `the connection failed (${code})`);
}
