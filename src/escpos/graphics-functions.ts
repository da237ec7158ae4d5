import type { AnsweringPrinter } from "./answers.ts";
import type { Command } from "./command.ts";
import type { CommandMeaning, CommandRecord } from "./command-record.ts";
import { planeBytes, type GraphicsFormat } from "./graphics-data.ts";
import { elsewhere, keyLabel, type GraphicsMemory } from "./graphics-store.ts";
import { MAXIMUM_STORED_GRAPHICS } from "./limits.ts";
import type { Machine } from "./machine.ts";
import type { Raster } from "./raster.ts";
import type { Ink } from "./receipt.ts";
import { count, ignored, sets, skips, type Said } from "./sentence.ts";
import type { Layer } from "./surface.ts";

/** Graphics may be wider than any paper; they are cut when they are printed. */
export const MAXIMUM_GRAPHICS_COLUMNS = 65_535;

/** a = 52 in graphics commands and GS D: more tones than black and white. */
export const MULTIPLE_TONE = 52;

/** Graphics printed in page mode leave the horizontal position where it was, as coupons on paper show. */
const STAYS = true;

/** A function of GS ( L and GS 8 L; m and fn stand at `base` of the command. */
interface GraphicsFunction {
  readonly meaning: CommandMeaning;
  readonly run?: (machine: Machine, command: Command, base: number) => void;
  readonly says?: (machine: Machine, command: Command, base: number) => Said | string;
  readonly answer?: (printer: AnsweringPrinter, command: Command, base: number) => void;
}

function askRemaining(memory: GraphicsMemory): GraphicsFunction {
  return { meaning: "request", answer: (printer) => printer.tellGraphicsRemaining(memory) };
}

/** By fn. Source: Epson ESC/POS reference, GS ( L. */
const FUNCTIONS: readonly (readonly [codes: readonly number[], what: GraphicsFunction])[] = [
  [[1, 49], { meaning: "setting", says: () => skips("Reference density of graphics") }],
  [[0, 48], { meaning: "request", answer: (printer) => printer.tellGraphicsCapacity() }],
  [[3, 51], askRemaining("NV")],
  [[4, 52], askRemaining("downloaded")],
  [
    [64, 80],
    {
      meaning: "request",
      answer: (printer, command, base) => printer.tellGraphicsKeys(memoryOf(command, base)),
    },
  ],
  [
    [2, 50],
    {
      meaning: "mark",
      run: printStored,
      says({ storedGraphics: { length } }) {
        if (length === 0) return ignored("Prints stored graphics", "none are stored");
        return length === 1 ? "Prints the stored graphics" : `Prints ${count(length, "stored graphic")}`;
      },
    },
  ],
  [
    [65, 81],
    {
      meaning: "setting",
      run: ({ graphics }, command, base) => graphics.keyed[memoryOf(command, base)].clear(),
      says: (_, command, base) => sets(`Deletes all ${memoryOf(command, base)} graphics`),
      answer(printer, command, base) {
        // Three letters confirm it.
        if (command.text(base + 2, 3) === "CLR") printer.deleteAllGraphics(memoryOf(command, base));
      },
    },
  ],
  [
    [66, 82],
    {
      meaning: "setting",
      run: ({ graphics }, command, base) =>
        graphics.keyed[memoryOf(command, base)].delete(keyAt(command, base + 2)),
      says: (_, command, base) => sets(`Deletes ${graphicAt(command, base, base + 2)}`),
      answer: (printer, command, base) =>
        printer.deleteGraphics(memoryOf(command, base), keyAt(command, base + 2)),
    },
  ],
  [
    [67, 68, 83, 84],
    {
      meaning: "definition",
      run: define,
      says: (_, command, base) =>
        sets(`Stores ${graphicAt(command, base, base + 3)}, ${dimensions(command, base)}`),
      answer: (printer, command, base) =>
        printer.defineGraphics(memoryOf(command, base), keyAt(command, base + 3), command.length - base - 3),
    },
  ],
  [
    [69, 85],
    {
      meaning: "mark",
      run: printKeyed,
      says({ graphics }, command, base) {
        const graphic = graphics.keyed[memoryOf(command, base)].get(keyAt(command, base + 2));
        return `Prints ${graphicAt(command, base, base + 2)}${elsewhere(graphic)}`;
      },
    },
  ],
  [
    [112, 113],
    {
      meaning: "mark",
      run: store,
      says: (_, command, base) =>
        sets(`Stores graphics ${dimensions(command, base)} for function 50 to print`),
    },
  ],
];

/** What a command for graphics does, by its function. @param base where m stands */
export function graphicsCommand(base: number): Pick<CommandRecord, "meaning" | "run" | "says" | "answer"> {
  const functionOf = (command: Command): GraphicsFunction | undefined =>
    FUNCTIONS.find(([codes]) => codes.includes(command.byte(base + 1)))?.[1];
  return {
    meaning: (command) => functionOf(command)?.meaning ?? "setting",
    run: (machine, command) => functionOf(command)?.run?.(machine, command, base),
    says: (machine, command) =>
      functionOf(command)?.says?.(machine, command, base) ??
      skips(`Graphics function ${command.byte(base + 1)}: asks for an answer, or is not known`),
    answer: (printer, command) => functionOf(command)?.answer?.(printer, command, base),
  };
}

/** Functions from 80 on are for downloaded graphics. */
function memoryOf(command: Command, base: number): GraphicsMemory {
  return command.byte(base + 1) < 80 ? "NV" : "downloaded";
}

/** The key code at `index` of a command. */
export function keyAt(command: Command, index: number): number {
  return command.byte(index) * 256 + command.byte(index + 1);
}

function graphicAt(command: Command, base: number, keyIndex: number): string {
  return `${memoryOf(command, base)} graphic ${keyLabel(keyAt(command, keyIndex))}`;
}

function dimensions(command: Command, base: number): string {
  return `${command.word(base + 6)}×${command.word(base + 8)}`;
}

/** Functions that store: the format of the dots, in columns for functions 68, 84 and 113. */
function formatOf(command: Command, base: number): GraphicsFormat {
  return {
    columns: command.word(base + 6),
    rows: command.word(base + 8),
    inRows: ![68, 84, 113].includes(command.byte(base + 1)),
    multipleTone: command.byte(base + 2) === MULTIPLE_TONE,
  };
}

/** Functions 67, 68, 83, 84: a kc1 kc2 b xL xH yL yH, then b times c and the dots of that colour. */
function define(machine: Machine, command: Command, base: number): void {
  const memory = memoryOf(command, base);
  const key = keyAt(command, base + 3);
  const planes = Math.min(3, command.byte(base + 5));
  const format = formatOf(command, base);
  const layers: Layer[] = [];
  const length = planeBytes(format);
  for (let plane = 0; plane < planes; plane++) {
    const at = base + 10 + plane * (1 + length);
    // One plane alone may be packed, or have more bytes a dot; several are counted off.
    const data = planes === 1 ? command.data(at + 1) : command.data(at + 1).subarray(0, length);
    const raster = machine.graphicsReader.read(data, format, MAXIMUM_GRAPHICS_COLUMNS);
    if (raster !== undefined)
      layers.push(layerOf(raster, machine.state.printedInk(inkOf(command.byte(at))), memory, key));
  }
  machine.graphics.keyed[memory].set(key, layers);
}

/** Functions 69 and 85: kc1 kc2 x y. */
function printKeyed(machine: Machine, command: Command, base: number): void {
  const memory = memoryOf(command, base);
  const key = keyAt(command, base + 2);
  const scale = scaleAt(command, base + 4);
  const layers = machine.graphics.keyed[memory].get(key);
  if (layers === undefined) machine.surface.placeholder(`${memory} graphic ${keyLabel(key)}`);
  else {
    machine.surface.block(
      layers.map((layer) => ({ ...layer, ...scale })),
      STAYS,
    );
  }
}

/** bx and by of a command: 2 doubles. */
function scaleAt(command: Command, index: number): Pick<Layer, "scaleX" | "scaleY"> {
  return { scaleX: command.byte(index) === 2 ? 2 : 1, scaleY: command.byte(index + 1) === 2 ? 2 : 1 };
}

/** Functions 112 and 113: a bx by c xL xH yL yH and the dots, kept until function 50. */
function store(machine: Machine, command: Command, base: number): void {
  const { scaleX, scaleY } = scaleAt(command, base + 3);
  const format = formatOf(command, base);
  const { areaWidth } = machine.surface;
  machine.list.widthWanted(format.columns * scaleX, areaWidth);
  const raster = machine.graphicsReader.read(command.data(base + 10), format, Math.floor(areaWidth / scaleX));
  if (raster === undefined) return;
  if (machine.storedGraphics.length >= MAXIMUM_STORED_GRAPHICS) {
    machine.list.note(`more than ${MAXIMUM_STORED_GRAPHICS} stored graphics (GS ( L) are left out`, true);
    return;
  }
  const color = machine.state.printedInk(inkOf(command.byte(base + 5)));
  const { from } = machine.list;
  const layer: Layer = { raster, scaleX, scaleY, from, ...(color === 1 ? {} : { color }) };
  machine.storedGraphics.push(layer);
  if (machine.inPageMode) machine.page.hold(layer);
}

/** Function 50. */
function printStored(machine: Machine): void {
  machine.page.buffer.release();
  if (machine.storedGraphics.length > 0) machine.surface.block(machine.storedGraphics, STAYS);
  machine.storedGraphics = [];
}

/** A colour plane of a stored picture, with its label. */
export function layerOf(raster: Raster, color: Ink, memory: GraphicsMemory, key: number): Layer {
  const label = `${memory} graphic ${keyLabel(key)}`;
  return { raster, scaleX: 1, scaleY: 1, label, ...(color === 1 ? {} : { color }) };
}

/** Colours 1 to 3 of graphics are 49 to 51; a fourth is printed as black. */
function inkOf(c: number): Ink {
  return c === 50 ? 2 : c === 51 ? 3 : 1;
}
