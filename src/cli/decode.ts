import { basename } from "node:path";
import { PREVIEW_FORMATS } from "../render/preview-format.ts";
import { type Command, readInput } from "./command.ts";
import { PAPER_OPTIONS, paperOf } from "./paper-options.ts";
import { READING_OPTIONS, recognitionOf } from "./recognition-options.ts";
import { forPrinter, TO_OPTION } from "./translation-option.ts";

/** Shows a file of a printer's bytes, without a service. */
export const decode: Command = {
  name: "decode",
  parameters: "FILE",
  summary: "Show a file of ESC/POS or Star bytes (- for standard input), without a service.",
  options: [
    { name: "format", value: "F", help: `One of ${PREVIEW_FORMATS.join(", ")}; by default text.` },
    ...PAPER_OPTIONS,
    ...READING_OPTIONS,
    TO_OPTION,
  ],
  async run(given) {
    const file = given.argument("FILE to decode");
    const format = given.choice("format", PREVIEW_FORMATS);
    const made = paperOf(given);
    const source = await readInput(file);
    const meant = await forPrinter(source, made, given, format !== null);
    if (meant !== null && format === null) {
      await Bun.write(Bun.stdout, meant.bytes);
      return;
    }
    // Loaded here, because no other command decodes or draws: most of the program's code.
    const [{ decode: decodeReceipt }, { render }] = await Promise.all([
      import("../escpos/escpos.ts"),
      import("../render/render.ts"),
    ]);
    const { bytes, printer } = meant ?? { bytes: source, printer: made };
    const receipt = decodeReceipt(bytes, printer);
    const recognition = await recognitionOf(receipt, given);
    const drawn = render(receipt, format ?? "text", { title: basename(file), recognition });
    const ended = typeof drawn !== "string" || drawn.endsWith("\n");
    await Bun.write(Bun.stdout, ended ? drawn : `${drawn}\n`);
  },
};
