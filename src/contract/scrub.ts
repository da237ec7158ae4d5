import type { Static } from "@sinclair/typebox";
import { FINDING_KINDS, SCRUB_PARTS } from "../scrub/finding.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const finding = t.object({
  kind: t.choice(
    FINDING_KINDS,
    "metadata and bytes of a print; place: that it is found; index: a part of the search index; table: anything else.",
  ),
  printId: t.nullable(id(), "The print that it is about; else null."),
  subject: t.anyText("What it is about: a print's id, a part of the index, a table."),
  detail: t.anyText("What is wrong, for the operator."),
  foundAt: instant("When it was first found."),
  seenAt: instant("When it was last found to be so."),
});

export const ScrubStatus = t.object(
  {
    round: t.nullable(
      t.object({
        beganAt: instant(),
        part: t.choice(SCRUB_PARTS, "What is checked now, in this order."),
        prints: t.count("Prints that were checked so far."),
        total: t.count("Prints that there are."),
        bytes: t.count("That were read so far."),
      }),
      "The round under way; null for none.",
    ),
    last: t.nullable(
      t.object({ finishedAt: instant(), prints: t.count(), bytes: t.count() }),
      "The last whole round; null before the first.",
    ),
    nextAt: t.nullable(
      instant("When the next begins; null while one is under way, and where none begins by itself."),
    ),
    findings: t.list(finding, null, "What is damaged, as far as that is known; the first 1000."),
  },
  { name: "ScrubStatus", description: "Checking that what is stored is what was written." },
);

export type ScrubAnswer = Static<typeof ScrubStatus>;
