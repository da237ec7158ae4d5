import { isOffline, type PrinterStatus } from "../domain/printer-status.ts";

/** Why a printer with this status prints nothing now, in words; `null` when it does. */
export function troubleOf(status: PrinterStatus): string | null {
  if (!isOffline(status)) return null;
  // The cover first: whoever changes the paper opens it, and then the printer cannot see the paper.
  if (status.isCoverOpen) return "The printer's cover is open.";
  if (status.paper === "end") return "The printer is out of paper.";
  if (status.hasCutterError) return "The printer's cutter is blocked.";
  if (status.hasUnrecoverableError) return "The printer has an error; switch it off and on.";
  return "The printer is offline.";
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
};

/** What went wrong with a connection, as a part of a sentence. */
export function causeOf(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return CAUSES["ETIMEDOUT"] ?? error.message;
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CAUSES[code] ?? (code === "" ? "the connection failed" : `the connection failed (${code})`);
}
