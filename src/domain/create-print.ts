import { decodeBase64 } from "./base64.ts";
import { badRequest, throwIfAny, TillrollError } from "./errors.ts";
import { type NewPrint, optionalField, printFields } from "./print.ts";
import { checkTagCount, checkTags } from "./tag.ts";
import {
  fieldOf,
  isJsonObject,
  type IssueSink,
  IssueList,
  type JsonObject,
  nameOfType,
} from "./validation.ts";

/** A print to store: the bytes as they came, and what is known of them. */
export interface PrintRequest {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly print: NewPrint;
}

/** Refuses a print that is empty or over the limit (bytes). */
export function checkRawSize(byteLength: number, maximumBytes: number): void {
  if (byteLength === 0) {
    throw badRequest([{ path: "raw", message: "must not be empty: send the ESC/POS bytes of the print." }]);
  }
  if (byteLength > maximumBytes) throw printTooLarge(maximumBytes);
}

/** The decoded print is over the limit (bytes). */
export function printTooLarge(maximumBytes: number): TillrollError {
  return new TillrollError(
    "PRINT_DATA_TOO_LARGE",
    `The print is larger than the limit of ${maximumBytes} bytes; send it in parts or raise the limit.`,
    { maximumBytes },
  );
}

/**
 * Reads the body of "Create print (base64 JSON)" (contract, section 4.1). Unknown fields are ignored: a print is
 * never lost to an extra field.
 * @throws TillrollError BAD_REQUEST with all faults, PRINT_DATA_TOO_LARGE
 */
export function readJsonPrint(body: unknown, maximumBytes: number): PrintRequest {
  if (!isJsonObject(body)) {
    const message = `The body must be a JSON object with "raw", not ${nameOfType(body)}.`;
    throw badRequest([{ path: "", message }]);
  }
  const list = new IssueList();
  const text = fieldOf(body, "raw");
  let raw: Uint8Array<ArrayBuffer> | null = null;
  if (typeof text !== "string") {
    list.add("raw", `must be the ESC/POS bytes as a base64 string, not ${nameOfType(text)}.`);
  } else {
    raw = decodeBase64(text);
    if (raw === null) list.add("raw", "is not base64 (RFC 4648, standard or URL-safe alphabet).");
  }
  const print: NewPrint = {
    printKey: optionalField(body, "printKey", printFields.printKey, list),
    label: optionalField(body, "label", printFields.label, list),
    deviceId: optionalField(body, "deviceId", printFields.deviceId, list),
    tag: readTagField(body, list),
    quantity: optionalField(body, "quantity", printFields.quantity, list),
    width: optionalField(body, "width", printFields.width, list),
  };
  throwIfAny(list.issues);
  const bytes = raw ?? new Uint8Array(0);
  checkRawSize(bytes.byteLength, maximumBytes);
  return { raw: bytes, print };
}

function readTagField(body: JsonObject, list: IssueSink): Map<string, string> {
  const tags = new Map<string, string>();
  const value = fieldOf(body, "tag");
  if (value === undefined || value === null) return tags;
  if (!isJsonObject(value)) {
    list.add("tag", `must be an object of strings, not ${nameOfType(value)}.`);
    return tags;
  }
  const entries = Object.entries(value);
  checkTagCount(entries.length, list);
  checkTags(entries, tags, list);
  return tags;
}

/** Named texts, each of which may be given several times. */
export interface Parameters {
  /** The last value given; `null` for none. */
  last(name: string): string | null;
  all(name: string): readonly string[];
}

/**
 * Reads the query parameters of "Create print (binary)" (contract, section 4.2). Unknown parameters are ignored.
 * Of a parameter given twice the last counts, except `tag`, which repeats.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readQueryPrint(query: Parameters): NewPrint {
  const list = new IssueList();
  const given: Record<string, unknown> = {};
  for (const name of ["printKey", "label", "deviceId"]) given[name] = query.last(name);
  for (const name of ["quantity", "width"]) given[name] = readQueryInteger(query.last(name));
  const tag = readQueryTags(query.all("tag"), list);
  const print: NewPrint = {
    printKey: optionalField(given, "printKey", printFields.printKey, list),
    label: optionalField(given, "label", printFields.label, list),
    deviceId: optionalField(given, "deviceId", printFields.deviceId, list),
    tag,
    quantity: optionalField(given, "quantity", printFields.quantity, list),
    width: optionalField(given, "width", printFields.width, list),
  };
  throwIfAny(list.issues);
  return print;
}

/** A decimal number as a number; any other text stays a text, which the field's check refuses. */
function readQueryInteger(text: string | null): unknown {
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : text;
}

/** Splits each `key=value` at the first `=`: the value may hold more of them. */
function readQueryTags(pairs: readonly string[], list: IssueSink): Map<string, string> {
  const entries: [string, string][] = [];
  for (const pair of pairs) {
    const split = pair.indexOf("=");
    if (split < 0) list.add("tag", 'must have the form key=value, with "=" written as %3D.');
    else entries.push([pair.slice(0, split), pair.slice(split + 1)]);
  }
  const tags = new Map<string, string>();
  checkTags(entries, tags, list);
  checkTagCount(new Set(entries.map(([key]) => key)).size, list);
  return tags;
}
