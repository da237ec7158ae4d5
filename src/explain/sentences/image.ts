import type { Command } from "../../escpos/command.ts";
import { keyLabel } from "../../escpos/graphics-store.ts";
import { count, ignored, sets, skips, type Describers, type Said } from "../sentence.ts";

/** ESC * m: rows of dots, and dots of paper for each. */
const BIT_IMAGE_ROWS: Readonly<Record<number, readonly [rows: number, density: string]>> = {
  0: [8, "single density"],
  1: [8, "double density"],
  32: [24, "single density"],
  33: [24, "double density"],
};

/** Sizes of GS v 0, GS Q 0, GS / and FS p. */
const SIZES = ["normal size", "double width", "double height", "double width and height"];

function size(mode: number): string {
  return SIZES[mode & 3] ?? "normal size";
}

/** Pictures: in the print, and kept in the printer. */
export const imageSentences: Describers = {
  "ESC *"(command) {
    const mode = BIT_IMAGE_ROWS[command.byte(2)];
    if (mode === undefined) return ignored("Bit image", `mode ${command.byte(2)} is not known`);
    return `Bit image ${command.word(3)}×${mode[0]} in the line, ${mode[1]}`;
  },
  "GS v 0": (command) => `Raster image ${command.word(4) * 8}×${command.word(6)}, ${size(command.byte(3))}`,
  "GS Q 0": (command) => `Bit image ${command.word(4)}×${command.word(6) * 8}, ${size(command.byte(3))}`,
  "DC2 *": (command) =>
    command.length === 1
      ? sets("Condensed characters off")
      : `Raster image ${command.byte(3) * 8}×${command.byte(2)}`,
  "FS q": (command) => `Stores ${count(command.byte(2), "NV image")}`,
  "FS p": (command, { graphics }) =>
    `Prints NV image ${command.byte(2)}, ${size(command.byte(3))}${elsewhere(graphics.nvImages[command.byte(2) - 1])}`,
  "GS *": (command) => `Stores a downloaded image ${command.byte(2) * 8}×${command.byte(3) * 8}`,
  "GS /": (command, { graphics }) =>
    `Prints the downloaded image, ${size(command.byte(2))}${elsewhere(graphics.downloadedImage)}`,
  "GS D": (command) =>
    `Stores a bitmap as ${command.byte(3) === 67 ? "NV" : "downloaded"} graphic ${keyAt(command, 5)}`,
  "GS ( L": (command, { graphics, storedGraphics }) =>
    graphicsSentence(command, 5, graphics, storedGraphics.length),
  "GS 8 L": (command, { graphics, storedGraphics }) =>
    graphicsSentence(command, 7, graphics, storedGraphics.length),
};

/** Stored outside this print, a picture can only be a labelled box. */
function elsewhere(picture: unknown): string {
  return picture === undefined ? ", which is in the printer only" : "";
}

function keyAt(command: Command, at: number): string {
  return keyLabel(command.byte(at) * 256 + command.byte(at + 1));
}

interface Graphics {
  find(memory: "NV" | "downloaded", key: number): unknown;
}

/** Functions of GS ( L and GS 8 L; m and fn stand at `base`. */
function graphicsSentence(command: Command, base: number, graphics: Graphics, stored: number): Said | string {
  const fn = command.byte(base + 1);
  const memory = fn < 80 ? "NV" : "downloaded";
  const key = command.byte(base + 2) * 256 + command.byte(base + 3);
  switch (fn) {
    case 1:
    case 49:
      return skips("Reference density of graphics");
    case 2:
    case 50: {
      const what = stored === 1 ? "Prints the stored graphics" : `Prints ${count(stored, "stored graphic")}`;
      return stored === 0 ? ignored("Prints stored graphics", "none are stored") : what;
    }
    case 65:
    case 81:
      return sets(`Deletes all ${memory} graphics`);
    case 66:
    case 82:
      return sets(`Deletes ${memory} graphic ${keyLabel(key)}`);
    case 67:
    case 68:
    case 83:
    case 84:
      return sets(`Stores ${memory} graphic ${keyAt(command, base + 3)}, ${dimensions(command, base)}`);
    case 69:
    case 85:
      return `Prints ${memory} graphic ${keyLabel(key)}${elsewhere(graphics.find(memory, key))}`;
    case 112:
    case 113:
      return sets(`Stores graphics ${dimensions(command, base)} for function 50 to print`);
    default:
      return skips(`Graphics function ${fn}: asks for an answer, or is not known`);
  }
}

function dimensions(command: Command, base: number): string {
  return `${command.word(base + 6)}×${command.word(base + 8)}`;
}
