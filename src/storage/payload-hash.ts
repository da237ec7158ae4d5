import { type GivenPrintFields, PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import { tagFromJson } from "../domain/print.ts";
import { sha256 } from "../journal/hash.ts";
import type { CreateOperation } from "./write-operation.ts";

/** What counts whether it is given or not, in this order: so it was when the keys of the last hours were stored. */
const FIRST_FIELDS = ["printKey", "label", "deviceId", "tag", "quantity", "width"] as const;

type Payload = Pick<CreateOperation, "tag" | "testPrint"> & GivenPrintFields;

/**
 * The hash that an Idempotency-Key is compared by: everything the client gave, so that the same print is the same payload
 * however it was sent. Fields that came later count only where they are given: one more changes no hash that is stored.
 * @param names of the fields that there are
 */
export function hashPayload(
  payload: Payload,
  content: { readonly sha256: Uint8Array },
  names: readonly string[] = PRINT_FIELD_NAMES,
): Uint8Array {
  const given: Readonly<Record<string, unknown>> = {
    ...payload,
    tag: [...tagFromJson(payload.tag)].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  };
  const later = names.filter((name) => !FIRST_FIELDS.some((first) => first === name));
  const metadata = JSON.stringify([
    ...FIRST_FIELDS.map((name) => given[name]),
    payload.testPrint,
    ...later.filter((name) => (given[name] ?? null) !== null).map((name) => [name, given[name]]),
  ]);
  return sha256(Buffer.concat([content.sha256, Buffer.from(metadata)]));
}
