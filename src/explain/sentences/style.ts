import type { Command } from "../../escpos/command.ts";
import type { Machine } from "../../escpos/machine.ts";
import { bit0, count, ignored, onOff, outOfRange, sets, type Describers } from "../sentence.ts";

const COLORS = ["none", "first (black)", "second", "third"];

/** The look of characters. */
export const styleSentences: Describers = {
  "ESC !"(command, { state }) {
    const mode = command.byte(2);
    const parts = [
      `font ${state.fonts.get(mode & 1)?.name ?? "A"}`,
      ...(mode & 0x08 ? ["emphasis"] : []),
      ...sizeWords(mode & 0x20 ? 2 : 1, mode & 0x10 ? 2 : 1),
      ...(mode & 0x80 ? ["underlined"] : []),
    ];
    return `Print mode: ${parts.join(", ")}`;
  },
  "ESC -"(command) {
    const dots = command.digit();
    if (dots > 2) return outOfRange("Underline", dots);
    return dots === 0 ? "Underline off" : `Underline on, ${count(dots, "dot")}`;
  },
  "ESC E": (command) => `Emphasis ${onOff(command.length === 2 || bit0(command))}`,
  "ESC F": (command) =>
    command.length > 2 ? ignored("Slip setting", "it is for printers with slips") : "Emphasis off",
  "ESC G": (command) => `Double strike ${onOff(bit0(command))}`,
  "ESC M"(command, { state }) {
    const font = state.fonts.get(command.byte(2));
    if (font === undefined) return outOfRange("Font", command.byte(2));
    return `Font ${font.name}, ${font.width}×${font.height} dots`;
  },
  "ESC SP": (command, { state }) =>
    `Space after characters: ${count(state.horizontal(command.byte(2)), "dot")}`,
  "ESC V"(command, { inPageMode }) {
    const n = command.digit();
    if (n > 2) return outOfRange("Turned characters", n);
    const later = inPageMode ? ", once page mode has ended" : "";
    return n === 0 ? `Upright characters${later}` : `Characters turned by 90 degrees${later}`;
  },
  "ESC r"(command) {
    const color = command.digit();
    return color > 1 ? outOfRange("Colour", color) : `Colour: ${COLORS[color + 1] ?? ""}`;
  },
  "GS ( N"(command) {
    const n = command.digit(6);
    const fn = command.byte(5);
    const what = ["Colour of characters", "Background of characters", "Shadow of characters"][fn - 48];
    if (what === undefined) return ignored("Effect of characters", `function ${fn} is not known`);
    const ink = fn === 50 && n !== 0 ? command.digit(7) : n;
    const color = COLORS[ink];
    return color === undefined ? outOfRange(what, ink) : `${what}: ${color}`;
  },
  "ESC 4": (command) => `Italics ${onOff(command.length === 2 || bit0(command))}`,
  "ESC 5": () => "Italics off",
  "GS b": (command) => `Smoothing of large characters ${onOff(bit0(command))}`,
  "ESC {"(command, machine) {
    const { inPageMode } = machine;
    const on = `Upside-down printing ${onOff(bit0(command))}`;
    if (inPageMode) return `${on}, once page mode has ended`;
    return machine.line.empty ? on : `${on}, from the next line on`;
  },
  "GS !"(command) {
    const size = command.byte(2);
    const words = sizeWords(((size >> 4) & 7) + 1, (size & 7) + 1);
    return `Character size: ${words.join(", ") || "normal"}`;
  },
  "GS B": (command) => `White on black ${onOff(bit0(command))}`,
  "ESC SO": () => "Double width on",
  "ESC SI": () => "Condensed characters on",
  "ESC DC2": () => "Condensed characters off",
  "ESC DC4": () => "Double width off",
  "DC2 #": densityOrStyle("Print density"),
  "DC2 q": densityOrStyle("Asks for an answer"),
  "ESC w"(command) {
    const n = command.digit();
    return n > 1 ? outOfRange("Double height", n) : `Double height ${onOff(n === 1)}`;
  },
  Control: controls,
};

/** Before text DC2 alone ends condensed characters; with a parameter it has nothing to do with paper. */
function densityOrStyle(otherwise: string) {
  return (command: Command) =>
    command.length === 1
      ? sets("Condensed characters off")
      : ({ sentence: otherwise, effect: "none" } as const);
}

const CONTROL_STYLES: Readonly<Record<number, string>> = {
  0x0e: "double width on",
  0x0f: "condensed characters on",
  0x12: "condensed characters off",
  0x14: "double width off",
};

function controls(command: Command, _machine: Machine) {
  if (command.bytes.includes(0x07)) return { sentence: "Bell: the buzzer sounds", effect: "event" } as const;
  const styles = Object.entries(CONTROL_STYLES).filter(([code]) => command.bytes.includes(Number(code)));
  if (styles.length > 0)
    return sets(`Control code of clones: ${styles.map(([, words]) => words).join(", ")}`);
  const what = command.length === 1 ? "Control code" : `${command.length} control codes`;
  return { sentence: `${what} without a meaning here`, effect: "none" } as const;
}

function sizeWords(width: number, height: number): string[] {
  return [...(width > 1 ? [`${width}× wide`] : []), ...(height > 1 ? [`${height}× high`] : [])];
}
