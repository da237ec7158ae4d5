import { type Print, printToJson } from "../domain/print.ts";

/** A number that tells whether all that is known of a print is still as it was: 52 bits of a hash, which JavaScript holds. */
export function printFingerprint(print: Print): number {
  return fingerprintOf(printToJson(print));
}

/** The same of a print as JSON. */
export function fingerprintOf(json: string): number {
  return Number(Bun.hash.wyhash(json) & 0xf_ffff_ffff_ffffn);
}
