import { existsSync } from "node:fs";
import { FOLDER } from "../configuration/value-kinds.ts";
import type { Receipt } from "../escpos/receipt.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

/** Where models of other languages are. */
export const MODELS_OPTION = {
  name: "recognition-models",
  value: "FOLDER",
  help: "Where models of other languages for that are: files named LANGUAGE.traineddata, of tesseract 4 or later.",
  kind: FOLDER,
  default: null,
} as const;

/** Whether the pictures of a file are read, and how. */
export const READING_OPTIONS: readonly Option[] = [
  {
    name: "recognise",
    help: "Read the text in its pictures too, which takes a second or two.",
    lineOnly: true,
  },
  {
    name: "languages",
    value: "L,…",
    help: "The languages that its pictures are read in, such as eng,deu; by default those found in them.",
    lineOnly: true,
  },
  MODELS_OPTION,
];

/** The folder of {@link MODELS_OPTION}; `null` where none was given. @throws UsageError */
export function modelsFolderOf(given: GivenOptions): string | null {
  const folder = given.value(MODELS_OPTION);
  if (folder === null || existsSync(folder)) return folder;
  throw new UsageError(`--${MODELS_OPTION.name} ${folder} is no folder.`);
}

/** Reads the pictures of a receipt where {@link READING_OPTIONS} say so. @throws UsageError */
export async function recognitionOf(receipt: Receipt, given: GivenOptions): Promise<Recognition | undefined> {
  const languages = given.all("languages").flatMap((list) => list.split(/[\s,+]+/));
  const folder = modelsFolderOf(given);
  if (!given.has("recognise")) return undefined;
  // The engine is loaded here: nothing else that a command does needs it.
  const [{ availableLanguages }, { readReceipt }] = await Promise.all([
    import("../recognition/engine/languages.ts"),
    import("../recognition/read-receipt.ts"),
  ]);
  const available = availableLanguages(folder ?? undefined);
  const unknown = languages.find((language) => !available.includes(language));
  if (unknown !== undefined)
    throw new UsageError(`There is no model for "${unknown}"; there are ${available.join(", ")}.`);
  return readReceipt(receipt, languages, folder);
}
