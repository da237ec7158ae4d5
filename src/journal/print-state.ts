import type { GivenPrintFields } from "../contract/print-fields.ts";
import { type Hash, sha256 } from "./hash.ts";

/** All that is kept and served of a print, but for what follows from its bytes. Times are epoch milliseconds. */
export interface PrintFacts extends GivenPrintFields {
  readonly id: number;
  readonly workspaceId: number;
  readonly ordinal: number;
  readonly userId: number;
  /** JSON text of the tags. */
  readonly tag: string;
  /** As a row has it, or as a print. */
  readonly testPrint: boolean | number;
  readonly printerId: number | null;
  readonly defaultWidth: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** Of its bytes, as they came. */
  readonly sha256: Uint8Array;
  readonly byteLength: number;
}

/** Bytes of the random number that goes into a state, so that nobody can guess from its hash what an erased print was. */
export const SALT_BYTES = 12;

/**
 * The text whose hash is a print's state: canonical JSON, with the tags as they are stored. What is `null`, and a `testPrint`
 * that is false, is not there; so a field that comes later changes no older state.
 */
export function stateText(print: PrintFacts, salt: Uint8Array): string {
  // By hand, so that tags need no parsing: this is done for each print that is stored. Members stand in their order.
  return (
    `{"byteLength":${print.byteLength},"createdAt":${print.createdAt}${member("defaultWidth", print.defaultWidth)}` +
    `${member("deletedAt", print.deletedAt)}${member("deviceId", print.deviceId)},"id":${print.id}` +
    `${member("label", print.label)},"ordinal":${print.ordinal}${member("printKey", print.printKey)}` +
    `${member("printerId", print.printerId)}${member("quantity", print.quantity)},"salt":"${salt.toHex()}"` +
    `,"sha256":"${print.sha256.toHex()}","tag":${print.tag}` +
    `${print.testPrint === true || print.testPrint === 1 ? ',"testPrint":true' : ""},"updatedAt":${print.updatedAt}` +
    `,"userId":${print.userId}${member("width", print.width)},"workspaceId":${print.workspaceId}}`
  );
}

function member(name: keyof PrintFacts, value: string | number | null): string {
  if (value === null) return "";
  return `,"${name}":${typeof value === "number" ? value : JSON.stringify(value)}`;
}

/** The state of a print: the SHA-256 of {@link stateText}. */
export function printState(print: PrintFacts, salt: Uint8Array): Hash {
  return sha256(stateText(print, salt));
}

/** The hash of what the history of a print says of a change. @param salt that of its state */
export function toldHash(told: string, salt: Uint8Array): Hash {
  return sha256(`${salt.toHex()} ${told}`);
}
