import { cutToBytes } from "../../../domain/text.ts";
import { MDNS_LIMITS } from "../discovery-limits.ts";

/** How a name that is taken is told from the one that has it. */
type Numbering = (number: number) => string;

/** `Kitchen (2)`, as people are used to from file names (RFC 6762, appendix D). */
export const SERVICE_NUMBERING: Numbering = (number) => ` (${number})`;

/** `till-2`, as a host's name has neither spaces nor brackets. */
export const HOST_NUMBERING: Numbering = (number) => `-${number}`;

/**
 * A label for the first, second … attempt at a name, cut so that it fits.
 * @param attempt 1 for the name as it is wanted
 */
export function numberedLabel(wanted: string, attempt: number, numbering: Numbering): string {
  const suffix = attempt === 1 ? "" : numbering(attempt);
  // Control characters have no place in a name (RFC 6763, section 4.1.1).
  const clean = wanted.replace(/\p{Cc}/gu, " ").trim();
  return (
    cutToBytes(clean === "" ? "Tillroll" : clean, MDNS_LIMITS.labelBytes - suffix.length).trimEnd() + suffix
  );
}

/** A host's label of what the operating system calls it: letters, digits and hyphens (RFC 1123, section 2.1). */
export function hostLabel(operatingSystemName: string): string {
  const [first = ""] = operatingSystemName.split(".");
  const clean = first
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  // A prefix of our own: the plain name belongs to the operating system's own responder.
  return clean === "" ? "tillroll" : `tillroll-${clean}`;
}
