import { PREVIEW_FORMATS } from "../render/preview-format.ts";
import { type Command, readInput } from "./command.ts";
import { PAPER_OPTIONS, paperOf } from "./paper-options.ts";
import { READING_OPTIONS, recognitionOf } from "./recognition-options.ts";

/** Shows a file of a printer's bytes, without a service. */
export const decode: Command = {
  name: "decode",
  parameters: "FILE",
  summary: "Show a file of ESC/POS or Star bytes (- for standard input), without a service.",
  options: [
    { name: "format", value: "F", help: `One of ${PREVIEW_FORMATS.join(", ")}; by default text.` },
    ...PAPER_OPTIONS,
    ...READING_OPTIONS,
  ],
  async run(given) {
    const file = given.argument("FILE to decode");
    const format = given.choice("format", PREVIEW_FORMATS) ?? "text";
    const printer = paperOf(given);
    // Loaded here, because no other command decodes or draws: most of the program's code.
    const [{ decode: decodeReceipt }, { render }] = await Promise.all([
      import("../escpos/escpos.ts"),
      import("../render/render.ts"),
    ]);
    const receipt = decodeReceipt(await readInput(file), printer);
    const recognition = await recognitionOf(receipt, given);
    const drawn = render(receipt, format, { title: file, recognition });
    const ended = typeof drawn !== "string" || drawn.endsWith("\n");
    await Bun.write(Bun.stdout, ended ? drawn : `${drawn}\n`);
  },
};
