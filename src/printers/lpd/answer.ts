import type { Steps } from "./demand.ts";

/** The octets that answer a command or a file: anything but zero refuses it (RFC 1179, section 3.2). */
export const ACKNOWLEDGED = 0;
export const REFUSED = 1;
/** For now: the host may try again. */
export const REFUSED_FOR_NOW = 2;

/** Sends one octet: the answer to a command, a subcommand or a file. */
export function answer(octet: number): Steps<void> {
  return send(Uint8Array.of(octet));
}

/** Sends a text for people. */
export function say(text: string): Steps<void> {
  return send(new TextEncoder().encode(text));
}

function* send(bytes: Uint8Array): Steps<void> {
  yield { kind: "send", bytes };
}
