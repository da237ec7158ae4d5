import { isPrivateOrigin } from "./origin.ts";
import type { Printer } from "./printer.ts";

/** Who has made a request: a program, which says no origin, or a page in a browser. */
export type Requester =
  | { readonly is: "program" }
  /** `origin` is `null` where the page has none that could ever be allowed. */
  | { readonly is: "page"; readonly origin: string | null };

/**
 * What becomes of a requester's prints. `pair`: they are printed, and the first one makes its origin the printer's.
 */
export type OriginVerdict = "print" | "pair" | "refuse";

/**
 * Judges by whom a printer is asked to print. Programs, pages of this machine and of the private network print; others
 * where the printer lists their origin. A printer that lists none takes the first that prints while it is paired.
 * @param isOwnOrigin whether an origin is one of this machine's own pages
 * @param now epoch milliseconds
 */
export function judgeOrigin(
  requester: Requester,
  { allowOrigins, pairingUntil }: Pick<Printer, "allowOrigins" | "pairingUntil">,
  isOwnOrigin: (origin: string) => boolean,
  now: number,
): OriginVerdict {
  if (requester.is === "program") return "print";
  const { origin } = requester;
  if (origin === null) return "refuse";
  if (allowOrigins.includes(origin) || isPrivateOrigin(origin) || isOwnOrigin(origin)) return "print";
  return isPairing({ allowOrigins, pairingUntil }, now) ? "pair" : "refuse";
}

/** Whether a printer makes the next public origin that prints its own. */
export function isPairing(
  { allowOrigins, pairingUntil }: Pick<Printer, "allowOrigins" | "pairingUntil">,
  now: number,
): boolean {
  return allowOrigins.length === 0 && pairingUntil !== null && now < pairingUntil;
}
