import type { CommandForm, Device } from "../../src/escpos/command.ts";
import { ESCPOS } from "../../src/escpos/commands/escpos-dialect.ts";
import type { Dialect } from "../../src/escpos/dialect.ts";
import { STAR } from "../../src/escpos/star/star-dialect.ts";
import { bytes } from "./bytes.ts";

/** One command as bytes: its name in the Epson ESC/POS reference, then the bytes in hexadecimal. */
export type CommandSample = readonly [name: string, hexadecimal: string];

/** Every command of a device at least once, with every length it can have: the examples of the records. */
function samplesOf(device: Device, dialect: Dialect = ESCPOS): readonly CommandSample[] {
  return dialect.forms
    .filter((form) => form.kind === "command" && form.device === device)
    .flatMap((form) =>
      (form.record.examples ?? [usualExample(form)]).map((hex) => [form.name, spelledOut(hex)] as const),
    );
}

/** The example of a record that gives none: each parameter is 1, and data is what of it has a name. */
function usualExample({ fields, record }: CommandForm): string {
  const [head = "", data] = record.bytes.split(" [");
  const words = head.split(" ");
  const opcode = words.filter((word) => /^[0-9A-F]{2}$/.test(word));
  const count = data === undefined ? -1 : words.length - opcode.length - 1;
  const dataLength = fields.slice(count + 1).reduce((sum, { size }) => sum + size, 0);
  const parameters = fields.map(({ size }, index) => littleEndian(index === count ? dataLength : 1, size));
  return [...opcode, ...parameters].join(" ");
}

function littleEndian(value: number, size: number): string {
  return value.toString(16).padStart(2, "0") + "00".repeat(size - 1);
}

/** "1B 40 00*2" as "1b400000". */
function spelledOut(example: string): string {
  const repeated = (_: string, byte: string, times: string): string => byte.repeat(Number(times));
  return example
    .replaceAll(/(..)\*(\d+)/g, repeated)
    .replaceAll(" ", "")
    .toLowerCase();
}

export const PRINTER_COMMANDS: readonly CommandSample[] = samplesOf("printer");

/** Commands of Star printers, those of raster mode behind what enters it. */
export const STAR_COMMANDS: readonly CommandSample[] = [
  ...samplesOf("printer", STAR),
  ...samplesOf("raster", STAR).map(([name, hexadecimal]) => [name, `1b2a7241${hexadecimal}`] as const),
];

/** Commands of the customer display, after ESC = 2. */
export const DISPLAY_COMMANDS: readonly CommandSample[] = samplesOf("display");

/** The bytes of a sample. */
export function sampleBytes([, hexadecimal]: CommandSample): Uint8Array {
  return bytes(Buffer.from(hexadecimal, "hex"));
}
