import { TillrollError } from "./errors.ts";
import type { Printer } from "./printer.ts";

/** Why a page without an origin cannot be allowed, and what to do about it. */
const NO_ORIGIN_ADVICE =
  "The page says no origin, as one does that was opened from a file or runs in a sandbox; let a web server give it out.";

/** The command that sets the origins of a printer. */
export function allowOriginsCommand(name: string, origins: readonly string[]): string {
  return [`tillroll printer update ${name}`, ...origins.map((origin) => `--allow-origin ${origin}`)].join(
    " ",
  );
}

/** What the owner does so that an origin may print as well. @param origin `null` for a page that has none */
export function allowOriginAdvice(
  { name, allowOrigins }: Pick<Printer, "name" | "allowOrigins">,
  origin: string | null,
): string {
  return origin === null ? NO_ORIGIN_ADVICE : allowOriginsCommand(name, [...allowOrigins, origin]);
}

/** A page of an origin that a printer does not list wants to print. */
export function originNotAllowed(origin: string | null, printer: string): TillrollError {
  const page = origin === null ? "A web page without an origin" : `A web page of ${origin}`;
  return new TillrollError("ORIGIN_NOT_ALLOWED", `${page} may not print on printer "${printer}".`, {
    origin,
    printer,
  });
}
