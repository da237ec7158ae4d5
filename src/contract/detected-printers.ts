import type { Static } from "@sinclair/typebox";
import { model } from "./fields.ts";
import * as t from "./schema.ts";

const detectedPrinter = t.object({
  source: t.anyText({ description: "Where it was found.", examples: ["USB"] }),
  title: t.anyText({ description: "What it calls itself.", examples: ["EPSON TM-T20II"] }),
  target: t.anyText({ description: "For the target of a printer.", examples: ["usb:J4NF012345"] }),
  name: t.anyText({ description: "A name for it that is free.", examples: ["epson-tm-t20ii"] }),
  model: t.nullable(model, "The model that its title names; null where it names none that is known."),
  command: t.anyText("The command that adds it."),
});

export const DetectedPrinters = t.object(
  {
    printers: t.list(detectedPrinter, null),
    unasked: t.list(
      t.object({ source: t.anyText(), reason: t.anyText("A part of a sentence.") }),
      null,
      "Where it could not be looked, and why.",
    ),
  },
  { name: "DetectedPrinters" },
);

export type DetectedPrintersAnswer = Static<typeof DetectedPrinters>;
