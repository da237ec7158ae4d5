import { type Print, printToJson } from "../domain/print.ts";
import type { PrintRow } from "./print-row.ts";

/** A number that tells whether all that is known of a print is still as it was: 52 bits of a hash, which JavaScript holds. */
export function printFingerprint(print: Print | PrintRow): number {
  const json = printToJson({ ...print, testPrint: Boolean(print.testPrint) });
  return Number(Bun.hash.wyhash(json) & 0xf_ffff_ffff_ffffn);
}
