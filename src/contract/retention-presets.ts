import type { Static } from "@sinclair/typebox";
import * as t from "./schema.ts";

export const RetentionPresets = t.object(
  {
    items: t.list(
      t.object({
        country: t.anyText({ description: "ISO 3166-1.", examples: ["AT"] }),
        years: t.count(),
        maxAge: t.anyText({ description: "For a rule.", examples: ["7y from year end"] }),
        law: t.anyText(),
        source: t.anyText("Where that was read."),
        address: t.anyText("Where that is in the web."),
        lookedAt: t.anyText({
          description: "When it was read there: laws change.",
          examples: ["2026-11-23"],
        }),
      }),
      null,
      "By country. Only what was read at a source is here.",
    ),
    notice: t.anyText("What such suggestions are not."),
  },
  {
    name: "RetentionPresets",
    description: "How long countries have receipts kept, as suggestions for rules.",
  },
);

export type RetentionPresetsAnswer = Static<typeof RetentionPresets>;
export type RetentionPresetAnswer = RetentionPresetsAnswer["items"][number];

/** Said wherever they are shown. */
export const PRESETS_NOTICE =
  "These are suggestions and no advice: which receipts you must keep, and for how long, depends on what you are and what is on " +
  "them, and laws change. Tillroll keeps copies of what was printed and is no fiscal system. Nothing of this is applied by itself.";
