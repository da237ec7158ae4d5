import type { Detection } from "../delivery/detection/detect-printers.ts";
import { type Command, print, table } from "./command.ts";

const FORMATS = ["text", "json"] as const;

/** Lists the printers that can stand behind one of ours. */
export const detect: Command = {
  name: "printer detect",
  summary:
    "Look for real printers for three seconds: on USB, serial lines, in the Windows spooler, in CUPS and on the network; " +
    "tell how each is added.",
  options: [{ name: "format", value: "F", help: `One of ${FORMATS.join(", ")}; by default text.` }],
  async run(given) {
    const format = given.choice("format", FORMATS) ?? "text";
    const { detectPrinters } = await import("../delivery/detection/detect-printers.ts");
    const detection = await detectPrinters([]);
    print(format === "json" ? JSON.stringify(detection) : describe(detection));
  },
};

function describe({ printers, unasked }: Detection): string {
  const rows = printers.map(({ source, title, target }) => [source, title, target]);
  const commands = printers.map(({ command }) => `  ${command}`);
  return [
    ...(printers.length === 0 ? ["No printer was found."] : [table(["FOUND BY", "PRINTER", "TARGET"], rows)]),
    ...(printers.length === 0 ? [] : ["", "To add one:", ...commands]),
    ...unasked.map(({ source, reason }) => `\n${source} could not be asked: ${reason}.`),
  ].join("\n");
}
