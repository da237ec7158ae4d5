import type { Receipt } from "../escpos/receipt.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { PREVIEW_FORMATS } from "../render/preview-format.ts";
import { type Command, readInput } from "./command.ts";
import type { GivenOptions } from "./options.ts";
import { PAPER_OPTIONS, paperOf } from "./paper-options.ts";

/** Shows a file of a printer's bytes, without a service. */
export const decode: Command = {
  name: "decode",
  parameters: "FILE",
  summary: "Show a file of ESC/POS or Star bytes (- for standard input), without a service.",
  options: [
    { name: "format", value: "F", help: `One of ${PREVIEW_FORMATS.join(", ")}; by default text.` },
    ...PAPER_OPTIONS,
    { name: "recognise", help: "Read the text in its pictures too; takes some seconds." },
    {
      name: "languages",
      value: "L,…",
      help: "What languages its pictures are read in, such as eng,deu; by default what is found.",
    },
    {
      name: "recognition-models",
      value: "FOLDER",
      help: "Where models of other languages are (*.traineddata).",
    },
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
    const recognition = given.has("recognise") ? await recognised(receipt, given) : undefined;
    const drawn = render(receipt, format, { title: file, recognition });
    const ended = typeof drawn !== "string" || drawn.endsWith("\n");
    await Bun.write(Bun.stdout, ended ? drawn : `${drawn}\n`);
  },
};

/** Reads the pictures of a receipt. Its engine is loaded here: no other command reads any. */
async function recognised(receipt: Receipt, given: GivenOptions): Promise<Recognition> {
  const { readReceipt } = await import("../recognition/read-receipt.ts");
  const languages = given.filled("languages")?.split(/[\s,+]+/) ?? [];
  return readReceipt(receipt, languages, given.filled("recognition-models"));
}
