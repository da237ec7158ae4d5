import { isPrivateOrigin } from "./origin.ts";
import type { Printer } from "./printer.ts";

/** Who makes a request: a program, which has no origin, or a page in a browser. */
export type Requester =
  | { readonly is: "program" }
  /** `origin` is `null` where the page has none that could ever be allowed. */
  | { readonly is: "page"; readonly origin: string | null };

/**
 * What becomes of a requester's prints. `pair`: they are printed, and the first one makes its origin the printer's.
 */
export type OriginVerdict = "print" | "pair" | "refuse";

/**
 * Decides whether a requester may print. Programs may, and pages of this machine and of the private network; other pages
 * where the printer lists their origin. A printer that lists none takes the first that prints while it is being paired.
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

/** Whether a printer is being paired: it will list the next public origin that prints. */
export function isPairing(
  { allowOrigins, pairingUntil }: Pick<Printer, "allowOrigins" | "pairingUntil">,
  now: number,
): boolean {
  return allowOrigins.length === 0 && pairingUntil !== null && now < pairingUntil;
}
