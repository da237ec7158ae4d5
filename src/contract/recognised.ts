import type { Static } from "@sinclair/typebox";
import { instant } from "./fields.ts";
import * as t from "./schema.ts";

/** How much of a print was read in its pictures, and how surely. */
export const RecognisedSummary = t.object(
  {
    pictures: t.count("Pictures that were read."),
    words: t.count("Words that were read in them."),
    codes: t.count("Bar codes and two-dimensional symbols that were read in them."),
    confidence: t.nullable(
      t.integer(0, 100, "How sure the words are on average, weighted by their letters; null without words."),
    ),
    leastConfidence: t.nullable(t.integer(0, 100, "How sure the least sure word is; null without words.")),
    languages: t.list(t.anyText(), null, "The languages in which words were looked for, such as eng."),
    notes: t.list(t.anyText(), null, "Why not all was read; empty when all was."),
    at: instant("When it was read."),
  },
  {
    name: "RecognisedSummary",
    description:
      "The print has pictures with text in them, which was recognised: a guess, however good, and not what was printed.",
    examples: [
      {
        pictures: 1,
        words: 64,
        codes: 1,
        confidence: 93,
        leastConfidence: 61,
        languages: ["eng", "deu"],
        notes: [],
        at: "2026-01-31T18:30:02.000Z",
      },
    ],
  },
);

export type RecognisedSummaryAnswer = Static<typeof RecognisedSummary>;
