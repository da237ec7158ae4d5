import { formatInstant } from "../domain/instant.ts";
import { allowOriginAdvice } from "../domain/origin-refusal.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import type { PrinterRow, RefusedOrigin } from "./printer-records.ts";

/** Chrome's own question, which looks to the page like a refusal of ours. */
const BROWSER_NOTE = [
  "Chrome asks its user whether such a page may reach devices on the local network. Where the user said no, the page",
  "reports a CORS error and nothing comes here: allow it in the page's site settings, or for all by the policy",
  "LocalNetworkAccessAllowedForUrls.",
];

/** Lines below the list of printers: which public web pages may print on them, and which were refused. */
export function originNotes(printers: readonly PrinterRow[], now: number): string[] {
  const allowed = printers.flatMap((printer) => allowedLine(printer, now));
  const refused = printers.flatMap((printer) =>
    printer.refusedOrigins.map((one) => refusedLine(printer, one)),
  );
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", heading, ...lines.map((line) => `  ${line}`)];
  return [
    ...section("Public web pages that may print:", allowed),
    ...(printers.some(({ allowOrigins }) => allowOrigins.length > 0) ? BROWSER_NOTE : []),
    ...section("Web pages that were refused:", refused),
  ];
}

function allowedLine(printer: PrinterRow, now: number): string[] {
  const { name, allowOrigins, pairingUntil } = printer;
  if (allowOrigins.length > 0) return [`${name}: ${allowOrigins.join(", ")}`];
  if (!isPairing(printer, now) || pairingUntil === null) return [];
  return [`${name}: the first one that prints until ${formatInstant(pairingUntil)}`];
}

function refusedLine(printer: PrinterRow, { origin, count, lastAt }: RefusedOrigin): string {
  const times = count === 1 ? "once" : `${count} times`;
  const advice = origin === null ? "" : "to allow it: ";
  return `${printer.name}: ${origin ?? "no origin"}, ${times}, last at ${lastAt}; ${advice}${allowOriginAdvice(printer, origin)}`;
}
