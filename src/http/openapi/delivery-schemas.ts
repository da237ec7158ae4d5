import { Type } from "@sinclair/typebox";
import { DELIVERY_STATES } from "../../domain/delivery.ts";
import { instant, orNull, reference, words } from "./fields.ts";

export const Delivery = Type.Object(
  {
    id: Type.Integer({ description: "Ascending; the deliveries of a printer are printed in this order." }),
    printId: Type.Integer({ description: "The print that is passed on." }),
    printerId: Type.Integer(),
    printer: orNull(Type.String(), "The printer's name; null when it has been removed."),
    state: words(
      DELIVERY_STATES,
      "queued waits for its turn or for the printer; held waits for a person, because it was interrupted when some of " +
        "it had gone; failed was refused for good.",
    ),
    attempts: Type.Integer({
      minimum: 0,
      description: "How often sending it has begun, since it was last released or retried.",
    }),
    nextAttemptAt: orNull(instant(""), "When it is tried next, where that is known; else null."),
    sentBytes: Type.Integer({
      minimum: 0,
      description: "Bytes handed to the printer's connection when it was interrupted.",
    }),
    reason: orNull(
      Type.String(),
      "Why it waits or failed, in words; of a done one what is not known about it. Else null.",
    ),
    possibleDuplicate: Type.Boolean({
      description: "Whether the paper may hold it twice: it was sent again after an interruption.",
    }),
    createdAt: instant("When it was queued."),
    updatedAt: instant("When it last changed."),
  },
  {
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
        possibleDuplicate: false,
        createdAt: "2026-01-31T18:30:00.000Z",
        updatedAt: "2026-01-31T18:30:02.000Z",
      },
    ],
  },
);

export const Deliveries = Type.Object(
  {
    items: Type.Array(reference("Delivery")),
    nextBefore: Type.Unsafe<number | null>({
      type: ["integer", "null"],
      description: "What to ask for with before to get the next page; null after the last one.",
    }),
  },
  { description: "Deliveries, the newest first." },
);

export const DeliverPrint = Type.Object(
  { printer: Type.String({ description: "The name of a printer of the workspace that has a target." }) },
  { additionalProperties: false, examples: [{ printer: "kitchen" }] },
);

/** The schemas of deliveries, by the name under which the reference shows them. */
export const deliverySchemas = { Delivery, Deliveries, DeliverPrint };
