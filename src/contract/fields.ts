import { isAddressBlock } from "../domain/address-blocks.ts";
import { parseInstant } from "../domain/instant.ts";
import { PRINT_LIMITS, PRINTER_LIMITS } from "../domain/limits.ts";
import { readOrigin } from "../domain/origin.ts";
import { MODEL_IDS } from "../escpos/models/models.ts";
import { TARGET_MODEL_IDS } from "../translation/target-model.ts";
import * as t from "./values.ts";

/* Fields that several messages of the contract have. */

/** An id that the service gives. */
export const id = (about?: t.About) => t.integer(1, Number.MAX_SAFE_INTEGER, about);

/** A time in an answer: UTC, with milliseconds. */
export const instant = (description?: string) =>
  t.textOf(
    (value) => value.endsWith("Z") && parseInstant(value) !== null,
    "must be a time in UTC with milliseconds, such as 2026-01-31T18:30:00.000Z.",
    { format: "date-time", description, examples: ["2026-01-31T18:30:00.000Z"] },
  );

/** A time that a client gives, in the forms that `parseInstant` reads. */
export const givenInstant = (description: string) =>
  t.textOf(
    (value) => parseInstant(value) !== null,
    "must be an ISO 8601 timestamp such as 2026-01-31T18:30:00.000Z or 2026-01-31T19:30+01:00.",
    {
      description:
        `${description} ISO 8601 with a date, time, fraction of any length, Z or an offset; ` +
        "without an offset UTC, a date alone its midnight.",
      examples: ["2026-01-31T19:30:00+01:00"],
    },
  );

const TAGS =
  `String keys and string values: at most ${PRINT_LIMITS.tagKeys} keys, keys of 1 to ` +
  `${PRINT_LIMITS.tagKeyCharacters} and values of 0 to ${PRINT_LIMITS.tagValueCharacters} characters ` +
  "(Unicode code points).";

export const tagKey = t.text(1, PRINT_LIMITS.tagKeyCharacters);
const tagValue = t.text(0, PRINT_LIMITS.tagValueCharacters);

/** The tags of a print. @param room keys that are left free for others to add */
export const tags = (room = 0) =>
  t.dictionary(tagKey, tagValue, PRINT_LIMITS.tagKeys - room, "strings", {
    description: TAGS,
    examples: [{ orderId: "1001", till: "2" }],
  });

/** A merge patch of tags; how many there are is known once they are merged. */
export const tagPatch = t.dictionary(
  tagKey,
  t.nullable(tagValue),
  null,
  "strings and nulls",
  "Merged key by key; a null value removes that key, null removes all.",
);

/** An address, or a block of them. */
export const addressBlock = t.textOf(
  isAddressBlock,
  "must be an address or a CIDR block such as 192.168.1.0/24.",
  { examples: ["192.168.1.0/24"] },
);

/** The origin of web pages. */
export const origin = t.checked<string>(
  { type: "string", maxLength: PRINTER_LIMITS.originCharacters, examples: ["https://pos.example"] },
  (value) => typeof value === "string" && readOrigin(value) !== null,
  (value) =>
    value === "null"
      ? "must be an origin; pages that have none (null) cannot be told apart, nor allowed."
      : "must be an origin such as https://pos.example: a scheme, a host, and a port if it is not the usual one.",
);

/** A TCP port. */
export const port = (about?: t.About) => t.integer(1, PRINTER_LIMITS.largestPort, about);

/** A name of a printer: unique in the service, and part of its addresses. */
export const printerName = (keywords?: t.Keywords) =>
  t.textOf((value) => NAME.test(value), NAME_FAULT, { ...keywords, pattern: NAME.source });

const NAME = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${PRINTER_LIMITS.nameCharacters - 1}}$`);
const NAME_FAULT =
  `must have 1 to ${PRINTER_LIMITS.nameCharacters} of the characters A-Z a-z 0-9 . _ - ` +
  "and begin with a letter or digit.";

/** A model of a printer, by its name for settings. */
export const model = t.choice(MODEL_IDS, {
  description: "A model of a printer.",
  examples: ["epson-tm-t88v"],
  fault: () =>
    'must be the name of a model, such as epson-tm-t88v: "tillroll models" and the guide list them.',
});

/** What a real printer is, by its name for settings. */
export const targetModel = t.choice(TARGET_MODEL_IDS, {
  description: "A model of a printer, or a printer of pages.",
  examples: ["star-tsp100"],
  fault: () =>
    'must be the name of a model ("tillroll models" and the guide list them), or office-a4 or office-letter.',
});
