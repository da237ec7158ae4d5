import type { DomainName } from "dns-packet";

export type { DomainName } from "dns-packet";

/** A name of labels without dots in them, such as `_ipp._tcp.local`. */
export function domainName(text: string): DomainName {
  return text.split(".");
}

/** The form in which names are compared: ASCII letters without regard to case (RFC 6762, section 16). */
export function nameKey(name: DomainName): string {
  return name.map((label) => `${label.length}.${lowerCase(label)}`).join("");
}

/** Whether two names are the same. */
export function sameName(left: DomainName, right: DomainName): boolean {
  return nameKey(left) === nameKey(right);
}

function lowerCase(label: string): string {
  return label.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
