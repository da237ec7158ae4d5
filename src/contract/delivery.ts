import type { Static } from "@sinclair/typebox";
import {
  DELIVERY_CAUSES,
  DELIVERY_LIST_LIMITS,
  DELIVERY_STATES,
  type DeliveryFilter,
  PRINTED,
} from "../domain/delivery.ts";
import { nameOfType } from "../domain/validation.ts";
import { id, instant } from "./fields.ts";
import { type QueryParameters, readQuery } from "./query.ts";
import * as t from "./schema.ts";

export const Delivery = t.object(
  {
    id: id("Ascending; the deliveries of a printer are printed in this order."),
    printId: id("The print that is passed on."),
    printerId: id(),
    printer: t.nullable(t.anyText(), "The printer's name; null when it has been removed."),
    state: t.choice(
      DELIVERY_STATES,
      "queued waits for its turn or for the printer; held waits for a person; kept is not printed by itself any more, " +
        "but can be released; failed was refused for good.",
    ),
    attempts: t.count("How often sending it has begun, since it was last released or retried."),
    nextAttemptAt: t.nullable(instant(), "When it is tried next, where that is known; else null."),
    sentBytes: t.count("Bytes handed to the printer's connection when it was interrupted."),
    reason: t.nullable(
      t.anyText(),
      "Why it waits or failed, in words; of a done one what is not known about it. Else null.",
    ),
    cause: t.nullable(
      t.choice(DELIVERY_CAUSES),
      "Why it is held or kept: interrupted when some of it had gone; late, it waited for too long; repeated, its host " +
        "had sent the same a moment before; expired, its host has printed elsewhere by now; reported, its host was told " +
        "that it failed. Else null.",
    ),
    notes: t.list(
      t.anyText(),
      null,
      "What was changed in what its printer was sent, beside the bytes of the print, in words.",
    ),
    possibleDuplicate: t.flag(
      "Whether the paper may hold it twice: it was sent again after an interruption.",
    ),
    isCopy: t.flag("Whether it is a copy, for another printer than the one that the print was sent to."),
    forPrinterId: t.nullable(id(), "The printer that it is for, where that one's backup has it; else null."),
    forPrinter: t.nullable(t.anyText(), "That printer's name."),
    releasedAt: t.nullable(instant(), "When a person last had it printed; null for never."),
    createdAt: instant("When it was queued."),
    updatedAt: instant("When it last changed."),
  },
  {
    name: "Delivery",
    description: "A print on its way to a real printer. All fields are always present.",
    examples: [
      {
        id: 7,
        printId: 12,
        printerId: 1,
        printer: "kitchen",
        state: "queued",
        attempts: 0,
        nextAttemptAt: null,
        sentBytes: 0,
        reason: "The printer is out of paper.",
        cause: null,
        notes: [],
        possibleDuplicate: false,
        isCopy: false,
        forPrinterId: null,
        forPrinter: null,
        releasedAt: null,
        createdAt: "2026-01-31T18:30:00.000Z",
        updatedAt: "2026-01-31T18:30:02.000Z",
      },
    ],
  },
);

export const DecideAll = t.strict(
  t.optional({
    cause: t.described(t.choice(DELIVERY_CAUSES), "Only those held for this; all when not given."),
  }),
  {
    name: "DecideAll",
    fault: (value) => `The body must be a JSON object, with "cause" or empty, not ${nameOfType(value)}.`,
    examples: [{ cause: "late" }],
  },
);

export const Decided = t.object(
  { count: t.count("How many deliveries waited, or were held, and do not any more.") },
  { name: "Decided", examples: [{ count: 12 }] },
);

export const Deliveries = t.object(
  {
    items: t.list(Delivery, null),
    nextBefore: t.nullable(
      id(),
      "What to ask for with before to get the next page; null after the last one.",
    ),
  },
  { name: "Deliveries", description: "Deliveries, the newest first." },
);

export const PrintDeliveries = t.object(
  {
    printed: t.choice(
      PRINTED,
      "yes: it is on paper; unknown: some or all of it may be; waiting: that is to be decided yet; no: it is not.",
    ),
    sentence: t.anyText("The same in a sentence, with the printer and the cause."),
    decidedAt: t.nullable(
      instant(),
      "When that was decided; null while it waits, and where nothing was to be printed.",
    ),
    items: t.list(Delivery, null, "All deliveries of the print, the newest first."),
  },
  { name: "PrintDeliveries", description: "Whether a print is on paper." },
);

export type PrintedAnswer = Static<typeof PrintDeliveries>;

export const DeliverPrint = t.strict(
  {
    printer: t.anyText({
      fault: (value) => `must be the name of a printer, not ${nameOfType(value)}.`,
      description: "The name of a printer of the workspace that has a target.",
    }),
  },
  {
    name: "DeliverPrint",
    fault: (value) => `The body must be a JSON object with "printer", not ${nameOfType(value)}.`,
    examples: [{ printer: "kitchen" }],
  },
);

/** Strict: a mistyped filter never quietly matches everything. */
export const DeliveryParameters = t.parameters(
  t.optional({
    state: t.described(t.choice(DELIVERY_STATES), "Only those in this state."),
    printer: t.anyText("Only those for the printer of this name."),
    printId: id("Only those of this print."),
    before: id("Only those with a smaller id: nextBefore."),
    limit: t.integer(
      1,
      DELIVERY_LIST_LIMITS.itemsMaximum,
      `How many at most; ${DELIVERY_LIST_LIMITS.itemsDefault} when not given.`,
    ),
  }),
);

/** Reads what deliveries are to be listed. @throws TillrollError BAD_REQUEST with all faults */
export function readDeliveryFilter(query: QueryParameters): DeliveryFilter {
  const any = { state: null, printer: null, printId: null, before: null };
  return { ...any, limit: DELIVERY_LIST_LIMITS.itemsDefault, ...readQuery(DeliveryParameters, query) };
}

export type DeliveryAnswer = Static<typeof Delivery>;
