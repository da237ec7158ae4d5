import type { Static } from "@sinclair/typebox";
import { CARD_LIMITS } from "../domain/limits.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

/** Which of the prints with card numbers are listed. */
export const CardParameters = t.object(
  t.optional({
    limit: t.integer(1, CARD_LIMITS.itemsMaximum, `${CARD_LIMITS.itemsDefault} when not given.`),
    before: t.integer(1, undefined, "Only prints with lower ids: where a list goes on."),
  }),
);

const brands = t.list(t.anyText({ examples: ["Visa"] }), null, "Of which brands they are.");

export const CardReport = t.object(
  {
    prints: t.count(`Prints that have full card numbers, counted up to ${CARD_LIMITS.counted}.`),
    areMore: t.flag("Whether there are more than were counted."),
    masked: t.flag("Whether they are masked where prints are shown: maskCardNumbers of the workspace."),
    devices: t.list(
      t.object({
        deviceId: t.nullable(t.anyText()),
        prints: t.count("Of the newest prints that have some."),
        brands,
        lastPrintId: id(),
        lastAt: instant(),
      }),
      null,
      `By which devices the newest ${CARD_LIMITS.devicePrints} of these prints came, the last first: their set-up is to be changed.`,
    ),
    items: t.list(
      t.object({
        printId: id(),
        deviceId: t.nullable(t.anyText()),
        createdAt: instant(),
        deleted: t.flag(),
        text: t.count("Numbers in its text."),
        picture: t.count("Numbers that were read in its pictures."),
        field: t.count("Numbers in its label and tags."),
        brands,
      }),
      CARD_LIMITS.itemsMaximum,
      "The newest first.",
    ),
    scan: t.nullable(
      t.object({
        done: t.count("Prints that were looked through."),
        total: t.count(),
        found: t.count("Those that have some."),
        isDone: t.flag(),
      }),
      "The last time that the prints that were there were looked through; null where they never were. New prints are by themselves.",
    ),
  },
  {
    name: "CardReport",
    description: "Which prints have full numbers of payment cards. The numbers themselves are nowhere in it.",
  },
);

export type CardReportAnswer = Static<typeof CardReport>;
