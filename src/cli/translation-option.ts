import { isModelId } from "../escpos/models/models.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { TARGET_MODEL_IDS } from "../translation/target-model.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

/** The real printer that a file is meant for. */
export const TO_OPTION: Option = {
  name: "to",
  value: "M",
  help:
    "Write the bytes that this real printer is sent for it: as they are, or drawn for it. A model, or office-a4 or " +
    "office-letter for a PDF. With --format: show what it prints.",
};

/** What a file becomes for the printer of {@link TO_OPTION}. */
interface ForPrinter {
  readonly bytes: Uint8Array;
  /** The printer that it is shown on from here. */
  readonly printer: PrinterChoice;
}

/**
 * The bytes for the printer that was given, with what was done to them on standard error.
 * @param isShown whether they are to be shown, and not written
 * @returns null where none was given
 * @throws UsageError
 */
export async function forPrinter(
  bytes: Uint8Array,
  printer: PrinterChoice,
  given: GivenOptions,
  isShown: boolean,
): Promise<ForPrinter | null> {
  const target = given.choice("to", TARGET_MODEL_IDS);
  if (target === null) return null;
  const [{ translate }, { translationFor }] = await Promise.all([
    import("../translation/translate.ts"),
    import("../translation/translation.ts"),
  ]);
  const settings = { targetModel: target, translate: "auto" } as const;
  const translated = translate(bytes, printer, translationFor(settings, {}));
  const notes = translated.notes.length === 0 ? ["It goes as it is."] : translated.notes;
  for (const note of notes) console.error(note);
  if (isModelId(target)) return { bytes: translated.bytes, printer: { model: target } };
  if (isShown) throw new UsageError(`--to ${target} is a PDF: leave out --format.`);
  return { bytes: translated.bytes, printer };
}
