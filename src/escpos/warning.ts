import type { Command } from "./command.ts";
import type { Machine } from "./machine.ts";
import { type ModelFeature, type PrinterModel, titleOf } from "./models/printer-model.ts";

/**
 * What a print does that its printer would not print as it was meant:
 * - "gap": strips of a picture that leave white rows between them;
 * - "too-wide": a bar code or picture wider than the print area;
 * - "no-code-set": CODE128 data that begin without a code set;
 * - "not-printed": something that is not on the paper for another reason;
 * - "missing-character": a character that the code page has not;
 * - "unknown-page": a code page that the printer has not;
 * - "not-utf-8": text in UTF-8 that nothing told the printer of;
 * - "missing-feature": a command that the model has not;
 * - "other-language": a print in a language that the model does not speak;
 * - "unknown-command": bytes that begin no command;
 * - "incomplete-command": the print ends inside it.
 */
export type WarningCode =
  | "gap"
  | "too-wide"
  | "no-code-set"
  | "not-printed"
  | "missing-character"
  | "unknown-page"
  | "not-utf-8"
  | "missing-feature"
  | "other-language"
  | "unknown-command"
  | "incomplete-command";

/** What is wrong, and what to do about it. */
export interface Problem {
  readonly code: WarningCode;
  readonly sentence: string;
}

/** What is wrong with a command that is about to be run. Changes nothing on the machine; never throws. */
export type Check = (machine: Machine, command: Command) => Problem | undefined;

/** What a command needs of a printer that some have not. */
export type Need = ModelFeature | "cutter" | "second colour";

/** Whether a model has what a command needs. */
export function has({ lacks, cutter, colors }: PrinterModel, need: Need): boolean {
  if (need === "cutter") return cutter !== "none";
  if (need === "second colour") return colors > 1;
  return !lacks.has(need);
}

/** What a model without it does, and what to do instead. */
const WITHOUT: Readonly<Record<Need, string>> = {
  text: "prints no text: its driver sends pictures (Star raster)",
  "bar codes": "prints no bar codes: print the number as text, or a picture of the bars",
  "two-dimensional symbols": "prints no two-dimensional symbols: send a picture of it",
  "raster images": "prints no raster images: send columns (ESC *)",
  "column images": "prints no columns of dots: send a raster image (GS v 0)",
  "columns of 24 dots": "has pins for columns of 8 dots only: send modes 0 and 1",
  graphics: "keeps and prints no graphics: send the picture as columns (ESC *)",
  "page mode": "has no page mode: print line by line",
  "double-byte characters": "prints no double-byte characters: send a picture of the text",
  cutter: "has no cutter: feed the paper to its edge to be torn off",
  "second colour": "prints in one colour: what is meant to be red is black",
};

/** The problem of a command that a model has not. */
export function missing(model: PrinterModel, need: Need): Problem {
  return { code: "missing-feature", sentence: `The ${titleOf(model)} ${WITHOUT[need]}` };
}
