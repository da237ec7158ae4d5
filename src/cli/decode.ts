import { DEFAULT_WIDTH_COLUMNS, PRINT_LIMITS } from "../domain/limits.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { PREVIEW_FORMATS } from "../render/preview-format.ts";
import { type Command, readInput } from "./command.ts";

/** Shows a file of ESC/POS bytes, without a service. */
export const decode: Command = {
  name: "decode",
  parameters: "FILE",
  summary: "Show a file of ESC/POS bytes (- for standard input), without a service.",
  options: [
    { name: "format", value: "F", help: `One of ${PREVIEW_FORMATS.join(", ")}; by default text.` },
    {
      name: "width",
      value: "N",
      help: `Width of the paper in columns; by default ${DEFAULT_WIDTH_COLUMNS}.`,
    },
    { name: "charset", value: "C", help: `One of ${CHARSETS.join(", ")}; by default auto.` },
    { name: "profile", value: "P", help: `One of ${PRINTER_PROFILES.join(", ")}; by default epson.` },
  ],
  async run(given) {
    const file = given.argument("FILE to decode");
    const format = given.choice("format", PREVIEW_FORMATS) ?? "text";
    const { widthColumnsMinimum, widthColumnsMaximum } = PRINT_LIMITS;
    const columns = given.integer("width", widthColumnsMinimum, widthColumnsMaximum) ?? DEFAULT_WIDTH_COLUMNS;
    const charset = given.choice("charset", CHARSETS) ?? "auto";
    const profile = given.choice("profile", PRINTER_PROFILES) ?? "epson";
    // Loaded here, because no other command decodes or draws: most of the program's code.
    const [{ decode: decodeReceipt }, { render }] = await Promise.all([
      import("../escpos/escpos.ts"),
      import("../render/render.ts"),
    ]);
    const receipt = decodeReceipt(await readInput(file), { columns, charset, profile });
    const drawn = render(receipt, format, { title: file });
    const ended = typeof drawn !== "string" || drawn.endsWith("\n");
    await Bun.write(Bun.stdout, ended ? drawn : `${drawn}\n`);
  },
};
