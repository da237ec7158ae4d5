import { peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import { choice, setting, type CommandAct, type CommandRecord } from "../command-record.ts";
import type { PrinterState } from "../printer-state.ts";
import type { Ink } from "../receipt.ts";
import { count, ignored, onOff, outOfRange } from "../sentence.ts";
import { isSwitch } from "./clone-style.ts";

/** GS ( N: none, and the three colours. */
const INKS: readonly Ink[] = [0, 1, 2, 3];
const COLORS = ["none", "first (black)", "second", "third"];

/** Of ESC - and FS -, by their parameter. */
export const UNDERLINES = [" off", " on, 1 dot", " on, 2 dots"];

/** ESC E n; Daruma, Bematech and Vox send ESC E before the text and ESC F behind it, without parameters. */
const measureEmphasis: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next >= 0x20 && next < 0x7f && !isSwitch(next) ? 2 : 3;
};

/** ESC F n is for slips; without a parameter it ends the emphasis of ESC E. */
const measureEmphasisEnd: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0 || isSwitch(next) ? 3 : 2;
};

/** ESC 4 is italic on many clones, with a parameter of 0 or 1 on some of them. */
const measureItalic: Measure = (bytes, start, end) => {
  if (end - start < 3) return 3;
  return peek(bytes, start, end, 2) <= 1 ? 3 : 2;
};

/** A setting of which only bit 0 of its parameter counts; without a parameter (clones) it is on. */
function styleSwitch(what: string, set: (state: PrinterState, isOn: boolean) => void): CommandAct {
  const isOn = (command: Command): boolean => command.length === 2 || command.isOn();
  return {
    run({ state }, command) {
      set(state, isOn(command));
      state.styleChanged();
    },
    says: (_, command) => `${what} ${onOff(isOn(command))}`,
  };
}

/** The look of characters, and their colours. */
export const styleCommands: readonly CommandRecord[] = [
  setting("ESC !", "1B 21 n", "font, emphasis, size and underline at once", {
    run({ state }, command) {
      const mode = command.byte(2);
      state.font = state.fonts.get(mode & 0x01) ?? state.font;
      state.emphasized = (mode & 0x08) !== 0;
      state.scaleY = (mode & 0x10) === 0 ? 1 : 2;
      state.scaleX = (mode & 0x20) === 0 ? 1 : 2;
      state.underline = (mode & 0x80) === 0 ? 0 : 1;
      state.styleChanged();
    },
    says({ state }, command) {
      const mode = command.byte(2);
      const parts = [
        `font ${state.fonts.get(mode & 1)?.name ?? "A"}`,
        ...(mode & 0x08 ? ["emphasis"] : []),
        ...sizeWords(mode & 0x20 ? 2 : 1, mode & 0x10 ? 2 : 1),
        ...(mode & 0x80 ? ["underlined"] : []),
      ];
      return `Print mode: ${parts.join(", ")}`;
    },
  }),
  setting(
    "ESC -",
    "1B 2D n",
    "underline",
    choice("Underline", UNDERLINES, ({ state }, n) => {
      state.underline = n;
      state.styleChanged();
    }),
  ),
  setting("ESC E", "1B 45 n", "emphasis", {
    measure: measureEmphasis,
    ...styleSwitch("Emphasis", (state, isOn) => (state.emphasized = isOn)),
    examples: ["1B 45 01"],
  }),
  setting("ESC F", "1B 46 n", "ends emphasis (clones); for slips otherwise", {
    measure: measureEmphasisEnd,
    run({ state }, command) {
      if (command.length > 2) return;
      state.emphasized = false;
      state.styleChanged();
    },
    says: (_, command) =>
      command.length > 2 ? ignored("Slip setting", "it is for printers with slips") : "Emphasis off",
    examples: ["1B 46 01"],
  }),
  setting(
    "ESC G",
    "1B 47 n",
    "double strike",
    styleSwitch("Double strike", (state, isOn) => (state.doubleStrike = isOn)),
  ),
  setting("ESC M", "1B 4D n", "font", {
    run({ state }, command) {
      const font = state.fonts.get(command.byte(2));
      if (font === undefined) return;
      state.font = font;
      state.styleChanged();
    },
    says({ state }, command) {
      const font = state.fonts.get(command.byte(2));
      if (font === undefined) return outOfRange("Font", command.byte(2));
      return `Font ${font.name}, ${font.width}×${font.height} dots`;
    },
  }),
  setting("ESC SP", "1B 20 n", "space after characters", {
    run({ state }, command) {
      state.characterSpacing = state.horizontal(command.byte(2));
      state.styleChanged();
    },
    says: ({ state }, command) =>
      `Space after characters: ${count(state.horizontal(command.byte(2)), "dot")}`,
  }),
  setting(
    "ESC V",
    "1B 56 n",
    "characters turned by 90 degrees",
    choice(
      "Turned characters",
      ["Upright characters", "Characters turned by 90 degrees", "Characters turned by 90 degrees"],
      ({ state }, n) => {
        // Dots after a turned character: 1 and 2 stand for 1 and 1.5.
        state.rotatedSpacing = n;
        state.styleChanged();
      },
      (name, { inPageMode }) => `${name}${inPageMode ? ", once page mode has ended" : ""}`,
    ),
  ),
  setting("ESC 4", "1B 34", "italics on (clones)", {
    measure: measureItalic,
    ...styleSwitch("Italics", (state, isOn) => (state.italic = isOn)),
    examples: ["1B 34 01"],
  }),
  setting("ESC 5", "1B 35", "italics off (clones)", {
    run({ state }) {
      state.italic = false;
      state.styleChanged();
    },
    says: "Italics off",
  }),
  setting("ESC {", "1B 7B n", "upside-down", {
    run(machine, command) {
      machine.state.requestedUpsideDown = command.isOn();
      if (machine.line.empty) machine.state.lineStarted();
    },
    says(machine, command) {
      const { inPageMode } = machine;
      const on = `Upside-down printing ${onOff(command.isOn())}`;
      if (inPageMode) return `${on}, once page mode has ended`;
      return machine.line.empty ? on : `${on}, from the next line on`;
    },
  }),
  setting("GS !", "1D 21 n", "size of characters", {
    run({ state }, command) {
      const size = command.byte(2);
      state.scaleX = ((size >> 4) & 0x07) + 1;
      state.scaleY = (size & 0x07) + 1;
      state.styleChanged();
    },
    says(_, command) {
      const size = command.byte(2);
      const words = sizeWords(((size >> 4) & 7) + 1, (size & 7) + 1);
      return `Character size: ${words.join(", ") || "normal"}`;
    },
  }),
  setting(
    "GS B",
    "1D 42 n",
    "white on black",
    styleSwitch("White on black", (state, isOn) => (state.reverse = isOn)),
  ),
  setting(
    "GS b",
    "1D 62 n",
    "smoothing of enlarged characters",
    styleSwitch("Smoothing of large characters", (state, isOn) => (state.smooth = isOn)),
  ),
  setting("ESC r", "1B 72 n", "colour", {
    needs: (command) => (command.digit() === 1 ? ["second colour"] : []),
    ...choice("Colour", [": first (black)", ": second"], ({ state }, n) => {
      state.color = n === 0 ? 1 : state.printedInk(2);
      state.styleChanged();
    }),
  }),
  setting("GS ( N", "1D 28 4E p:2 [fn m]", "colour, background and shadow of characters", {
    needs: (command) => (command.byte(5) === 48 && command.digit(6) > 1 ? ["second colour"] : []),
    run({ state }, command) {
      const on = command.digit(6);
      const ink = (digit: number, present: Ink): Ink => state.printedInk(INKS[digit] ?? present);
      if (command.byte(5) === 48) state.color = ink(on, state.color);
      else if (command.byte(5) === 49) state.background = ink(on, state.background);
      else if (command.byte(5) === 50) state.shadow = on === 0 ? 0 : ink(command.digit(7), state.shadow);
      state.styleChanged();
    },
    says(_, command) {
      const n = command.digit(6);
      const fn = command.byte(5);
      const what = ["Colour of characters", "Background of characters", "Shadow of characters"][fn - 48];
      if (what === undefined) return ignored("Effect of characters", `function ${fn} is not known`);
      const ink = fn === 50 && n !== 0 ? command.digit(7) : n;
      const color = COLORS[ink];
      return color === undefined ? outOfRange(what, ink) : `${what}: ${color}`;
    },
  }),
];

function sizeWords(width: number, height: number): string[] {
  return [...(width > 1 ? [`${width}× wide`] : []), ...(height > 1 ? [`${height}× high`] : [])];
}
