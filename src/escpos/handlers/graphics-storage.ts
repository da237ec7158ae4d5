import { fromBmp } from "../bmp.ts";
import type { Command } from "../command.ts";
import { planeBytes, type GraphicsFormat } from "../graphics-data.ts";
import { keyLabel, type GraphicsMemory } from "../graphics-store.ts";
import { MAXIMUM_STORED_GRAPHICS } from "../limits.ts";
import type { Handlers, Machine } from "../machine.ts";
import { fromColumns, type Raster } from "../raster.ts";
import type { Ink } from "../receipt.ts";
import type { Layer } from "../surface.ts";
import { scale } from "./image.ts";

/** Graphics may be wider than any paper; they are cut when they are printed. */
const MAXIMUM_GRAPHICS_COLUMNS = 65_535;

/** a = 52 in graphics commands and GS D: more tones than black and white. */
const MULTIPLE_TONE = 52;

/** Graphics kept in the printer: by number (FS q), alone (GS *), by key code (GS ( L, GS D). */
export const graphicsStorageHandlers: Handlers = {
  "FS q"({ graphics }, command) {
    const images: (Raster | undefined)[] = [];
    let at = 3;
    for (let left = command.byte(2); left > 0 && at + 4 <= command.length; left--) {
      const columns = command.word(at) * 8;
      const columnBytes = command.word(at + 2);
      const data = command.data(at + 4).subarray(0, columns * columnBytes);
      images.push(fromColumns(data, columnBytes, columnBytes * 8, columns));
      at += 4 + columns * columnBytes;
    }
    graphics.nvImages = images;
  },
  "FS p"({ graphics, surface }, command) {
    const number = command.byte(2);
    const raster = graphics.nvImages[number - 1];
    if (raster === undefined) surface.placeholder(`NV image ${number}`);
    else surface.block([{ raster, ...scale(command.byte(3)), label: `NV image ${number}` }]);
  },
  "GS *"({ graphics }, command) {
    const columnBytes = command.byte(3);
    const columns = command.byte(2) * 8;
    graphics.downloadedImage = fromColumns(command.data(4), columnBytes, columnBytes * 8, columns);
  },
  "GS /"({ graphics, surface }, command) {
    const raster = graphics.downloadedImage;
    if (raster === undefined) surface.placeholder("downloaded image");
    else surface.block([{ raster, ...scale(command.byte(2)), label: "downloaded image" }]);
  },
  "GS ( L"(machine, command) {
    graphicsCommand(machine, command, 5);
  },
  "GS 8 L"(machine, command) {
    graphicsCommand(machine, command, 7);
  },
  "GS D"({ graphics, list }, command) {
    const memory = command.byte(3) === 67 ? "NV" : "downloaded";
    const key = command.byte(5) * 256 + command.byte(6);
    const raster = fromBmp(command.data(9), MAXIMUM_GRAPHICS_COLUMNS, command.byte(7) === MULTIPLE_TONE);
    if (raster === undefined) list.note(`the bitmap of GS D at byte ${command.offset} cannot be read`);
    else graphics.define(memory, key, [layerOf(raster, 1, 1, 1, memory, key)]);
  },
};

/** GS ( L and GS 8 L: m and fn stand at `base`. Source: Epson ESC/POS reference, GS ( L. */
function graphicsCommand(machine: Machine, command: Command, base: number): void {
  const { graphics } = machine;
  const key = command.byte(base + 2) * 256 + command.byte(base + 3);
  switch (command.byte(base + 1)) {
    case 2:
    case 50:
      printStored(machine);
      break;
    case 65:
      graphics.deleteAll("NV");
      break;
    case 66:
      graphics.delete("NV", key);
      break;
    case 67:
    case 68:
      define(machine, command, base, "NV");
      break;
    case 69:
      printKeyed(machine, command, base, "NV");
      break;
    case 81:
      graphics.deleteAll("downloaded");
      break;
    case 82:
      graphics.delete("downloaded", key);
      break;
    case 83:
    case 84:
      define(machine, command, base, "downloaded");
      break;
    case 85:
      printKeyed(machine, command, base, "downloaded");
      break;
    case 112:
    case 113:
      store(machine, command, base);
      break;
    default:
      break;
  }
}

/** Functions 67, 68, 83, 84: a kc1 kc2 b xL xH yL yH, then b times c and the dots of that colour. */
function define(machine: Machine, command: Command, base: number, memory: GraphicsMemory): void {
  const key = command.byte(base + 3) * 256 + command.byte(base + 4);
  const planes = Math.min(3, command.byte(base + 5));
  const format: GraphicsFormat = {
    columns: command.word(base + 6),
    rows: command.word(base + 8),
    inRows: command.byte(base + 1) === 67 || command.byte(base + 1) === 83,
    multipleTone: command.byte(base + 2) === MULTIPLE_TONE,
  };
  const layers: Layer[] = [];
  const length = planeBytes(format);
  for (let plane = 0; plane < planes; plane++) {
    const at = base + 10 + plane * (1 + length);
    // One plane alone may be packed, or have more bytes a dot; several are counted off.
    const data = planes === 1 ? command.data(at + 1) : command.data(at + 1).subarray(0, length);
    const raster = machine.graphicsReader.read(data, format, MAXIMUM_GRAPHICS_COLUMNS);
    if (raster !== undefined) layers.push(layerOf(raster, 1, 1, inkOf(command.byte(at)), memory, key));
  }
  machine.graphics.define(memory, key, layers);
}

/** Functions 69 and 85: kc1 kc2 x y. */
function printKeyed(machine: Machine, command: Command, base: number, memory: GraphicsMemory): void {
  const key = command.byte(base + 2) * 256 + command.byte(base + 3);
  const scaleX = command.byte(base + 4) === 2 ? 2 : 1;
  const scaleY = command.byte(base + 5) === 2 ? 2 : 1;
  const layers = machine.graphics.find(memory, key);
  if (layers === undefined) machine.surface.placeholder(`${memory} graphic ${keyLabel(key)}`);
  else machine.surface.block(layers.map((layer) => scaled(layer, scaleX, scaleY)));
}

function scaled(layer: Layer, scaleX: number, scaleY: number): Layer {
  return { ...layer, scaleX, scaleY };
}

/** Functions 112 and 113: a bx by c xL xH yL yH and the dots, kept until function 50. */
function store(machine: Machine, command: Command, base: number): void {
  const scaleX = command.byte(base + 3) === 2 ? 2 : 1;
  const scaleY = command.byte(base + 4) === 2 ? 2 : 1;
  const format: GraphicsFormat = {
    columns: command.word(base + 6),
    rows: command.word(base + 8),
    inRows: command.byte(base + 1) === 112,
    multipleTone: command.byte(base + 2) === MULTIPLE_TONE,
  };
  const room = Math.floor(machine.surface.areaWidth / scaleX);
  const raster = machine.graphicsReader.read(command.data(base + 10), format, room);
  if (raster === undefined) return;
  if (machine.storedGraphics.length >= MAXIMUM_STORED_GRAPHICS) {
    machine.list.note(`more than ${MAXIMUM_STORED_GRAPHICS} stored graphics (GS ( L) are left out`, true);
    return;
  }
  const color = inkOf(command.byte(base + 5));
  const { from } = machine.list;
  const layer: Layer = { raster, scaleX, scaleY, from, ...(color === 1 ? {} : { color }) };
  machine.storedGraphics.push(layer);
  if (machine.inPageMode) machine.page.hold(layer);
}

/** Function 50. */
function printStored(machine: Machine): void {
  machine.page.release();
  if (machine.storedGraphics.length > 0) machine.surface.block(machine.storedGraphics);
  machine.storedGraphics = [];
}

function layerOf(
  raster: Raster,
  scaleX: number,
  scaleY: number,
  color: Ink,
  memory: GraphicsMemory,
  key: number,
): Layer {
  const label = `${memory} graphic ${keyLabel(key)}`;
  return { raster, scaleX, scaleY, label, ...(color === 1 ? {} : { color }) };
}

/** Colours 1 to 3 of graphics are 49 to 51; a fourth is printed as black. */
function inkOf(c: number): Ink {
  return c === 50 ? 2 : c === 51 ? 3 : 1;
}
