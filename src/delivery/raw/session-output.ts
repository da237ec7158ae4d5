import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Readiness, SendOutcome } from "../link.ts";

/** What the machine of a connection wants done, in order. */
export type SessionOutput =
  | { readonly do: "write"; readonly bytes: Uint8Array }
  /** Close our side; the printer may still answer and close its own. */
  | { readonly do: "shutdown" }
  /** Close the connection; what was written still goes out. */
  | { readonly do: "close" }
  /** Close it at once; what was written and not sent is thrown away. */
  | { readonly do: "terminate" }
  | { readonly do: "answer"; readonly readiness: Readiness }
  | { readonly do: "finish"; readonly outcome: SendOutcome }
  | { readonly do: "status"; readonly status: PrinterStatus }
  | { readonly do: "trouble"; readonly reason: string | null };

export type Emit = (output: SessionOutput) => void;
