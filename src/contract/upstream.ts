import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { LAST_INSTANT } from "../domain/instant.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { REMOVAL_KINDS } from "../domain/removal.ts";
import { hasMoreCodePoints } from "../domain/text.ts";
import { isJsonObject } from "../domain/validation.ts";
import { STORED_FIELDS } from "./print-fields.ts";
import * as t from "./schema.ts";
import { BATCH_LIMITS } from "./upstream-messages.ts";

/*
 * What shops send to an archive, as `upstream-messages.ts` has it: what is given here is checked before it is believed. Fields that
 * a newer shop has more are left alone.
 */

const word = t.text(1, SHOP_LIMITS.wordCharacters);

/** Epoch milliseconds. A later one could not be shown: no search that finds its print would be answered, of whatever shop. */
const time = t.integer(0, LAST_INSTANT);

const fingerprint = t.textOf(
  (text) => /^[0-9a-f]{32}$/.test(text),
  "must be 32 hexadecimal digits, in lower case.",
  {},
);

const identity = t.object({ ordinal: t.count(), fingerprint });

const cursor = t.object({ nextOrdinal: t.count(), nextChange: t.count() });

/** JSON of an object, as a text that is stored as it is, and told as it is: a line of events and of exports. */
const jsonObject = (isRight: (value: Record<string, unknown>) => boolean) =>
  t.textOf(
    (text) => !/[\r\n]/.test(text) && isJson(text, isRight),
    "must be the JSON of an object, in one line.",
    {},
  );

/** @param bytes the most that it is of */
const base64 = (bytes: number) => t.text(0, Math.ceil(bytes / 3) * 4);

/** As long as a shop takes them: among longer ones are numbers that no database reckons with, and none of a chain were added. */
const tags = jsonObject((value) =>
  Object.entries(value).every(
    ([key, entry]) =>
      typeof entry === "string" &&
      !hasMoreCodePoints(key, PRINT_LIMITS.tagKeyCharacters) &&
      !hasMoreCodePoints(entry, PRINT_LIMITS.tagValueCharacters),
  ),
);

export const Join = t.object({ code: word, instance: word });

export const Hello = t.object({
  instance: word,
  run: word,
  now: time,
  version: word,
  backlog: t.count(),
  troubles: t.list(t.text(1, SHOP_LIMITS.troubleCharacters), SHOP_LIMITS.troubles),
  nonce: t.nullable(t.text(0, SHOP_LIMITS.wordCharacters)),
  obeyed: t.list(identity, SHOP_LIMITS.toldPrints),
});

export const Has = identity;

export const Rewind = t.object({ from: cursor, to: cursor, nonce: word });

export const Pull = t.object({ after: t.nullable(identity) });

const shippedPrint = t.object({
  ...STORED_FIELDS,
  // Of a removed print there is none.
  printKey: t.text(0, PRINT_LIMITS.printKeyCharacters),
  width: t.integer(0, PRINT_LIMITS.widthColumnsMaximum),
  ordinal: t.count(),
  tag: tags,
  testPrint: t.flag(),
  recognised: t.nullable(jsonObject(() => true)),
  createdAt: time,
  ...t.optional({ identifiedAt: time, recognition: base64(BATCH_LIMITS.recognitionBytes) }),
  updatedAt: time,
  deletedAt: t.nullable(time),
  removal: t.nullable(t.object({ kind: t.choice(REMOVAL_KINDS), at: time, reason: t.anyText() })),
  paper: t.nullable(jsonObject(() => true)),
  defaultWidth: t.nullable(t.count()),
  sha256: t.textOf(
    (text) => /^(?:[0-9a-f]{64})?$/.test(text),
    "must be 64 hexadecimal digits, in lower case, or nothing.",
    {},
  ),
  byteLength: t.integer(0, BATCH_LIMITS.unpackedBytes),
  encoding: t.integer(0, 1),
  contentLength: t.count(),
});

export const Batch = t.object({
  nonce: word,
  from: cursor,
  to: cursor,
  prints: t.list(shippedPrint, BATCH_LIMITS.prints),
});

function isJson(text: string, isRight: (value: Record<string, unknown>) => boolean): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && isRight(value);
  } catch {
    return false;
  }
}
