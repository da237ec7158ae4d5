import type { Attributes } from "./attributes.ts";
import type { EposState } from "./epos-state.ts";
import { textOf, type XmlElement } from "./xml-element.ts";

const DLE = 0x10;
const ESC = 0x1b;
const GS = 0x1d;

/** GS V: here; after a feed to the cutter; once what is at the head has come to the cutter. Partial, or full. */
const CUTS: ReadonlyMap<string, readonly number[]> = new Map([
  ["no_feed", [1]],
  ["feed", [66, 0]],
  ["reserve", [98, 0]],
  ["no_feed_fullcut", [0]],
  ["feed_fullcut", [65, 0]],
  ["reserve_fullcut", [97, 0]],
]);

const CUT_BY_DEFAULT = [66, 0] as const;

/** `cut`, in standard mode only. */
export function writeCut({ bytes, inPage }: EposState, _element: XmlElement, attributes: Attributes): void {
  const cut = attributes.choice("type", CUTS) ?? CUT_BY_DEFAULT;
  if (!inPage) bytes.write(GS, 0x56, ...cut);
}

/** ESC p: the connector pins of drawers. */
const DRAWERS: ReadonlyMap<string, number> = new Map([
  ["drawer_1", 0],
  ["drawer_2", 1],
]);

/** ESC p t1, units of 2 ms. */
const PULSES: ReadonlyMap<string, number> = new Map([
  ["pulse_100", 50],
  ["pulse_200", 100],
  ["pulse_300", 150],
  ["pulse_400", 200],
  ["pulse_500", 250],
]);

/** ESC p t2, units of 2 ms: half a second of rest, longer than any pulse. */
const REST = 250;

/** `pulse`: the first drawer for 100 ms where nothing is said. */
export function writePulse({ bytes }: EposState, _element: XmlElement, attributes: Attributes): void {
  const drawer = attributes.choice("drawer", DRAWERS) ?? 0;
  bytes.write(ESC, 0x70, drawer, attributes.choice("time", PULSES) ?? 50, REST);
}

/** ESC ( A function 48 n: 48 none; 49 to 55 of the buzzer that can be attached; 0 to 10 of a built-in one. */
const PATTERNS: ReadonlyMap<string, number> = new Map([
  ["none", 48],
  ["pattern_a", 49],
  ["pattern_b", 50],
  ["pattern_c", 51],
  ["pattern_d", 52],
  ["pattern_e", 53],
  ["error", 54],
  ["paper_end", 55],
  ...Array.from({ length: 11 }, (_, n): [string, number] => [`pattern_${n}`, n]),
]);

const FIRST_PATTERN = 49;
/** ESC ( A function 48 c: 1 to 63, or for ever. */
const MOST_REPEATS = 63;
const FOR_EVER = 255;
const MILLISECONDS_PER_UNIT = 100;
const SHORTEST_CYCLE = 10;
const LONGEST_CYCLE = 255;

/** `sound`, in standard mode only: pattern A once, within a second, where nothing is said. */
export function writeSound({ bytes, inPage }: EposState, _element: XmlElement, attributes: Attributes): void {
  const pattern = attributes.choice("pattern", PATTERNS) ?? FIRST_PATTERN;
  const repeat = attributes.integer("repeat", 0, 255) ?? 1;
  const cycle = Math.round((attributes.integer("cycle", 0, 65_535) ?? 1000) / MILLISECONDS_PER_UNIT);
  if (inPage) return;
  const times = repeat === 0 ? FOR_EVER : Math.min(repeat, MOST_REPEATS);
  bytes.write(ESC, 0x28, 0x41, 4, 0, 48, pattern, times);
  bytes.write(Math.max(SHORTEST_CYCLE, Math.min(LONGEST_CYCLE, cycle)));
}

/** `recovery` from an error that can be recovered from: DLE ENQ 2. */
export function writeRecovery({ bytes }: EposState): void {
  bytes.write(DLE, 0x05, 2);
}

/** `reset`: ESC @, which also drops a page that is not printed. */
export function writeReset(state: EposState): void {
  state.bytes.write(ESC, 0x40);
  state.reset();
}

/**
 * `rotate-begin` and `rotate-end`: ESC ( Y turns batch printing, and its reverse direction, on and off. Its two
 * parameters are the same here, because sources differ in their order.
 */
export function writeRotateBegin({ bytes, inPage }: EposState): void {
  if (!inPage) bytes.write(ESC, 0x28, 0x59, 2, 0, 49, 49);
}

export function writeRotateEnd({ bytes, inPage }: EposState): void {
  if (!inPage) bytes.write(ESC, 0x28, 0x59, 2, 0, 48, 48);
}

/** `command`: ESC/POS of the client's own, in hexadecimal. */
export function writeCommand({ bytes, text }: EposState, element: XmlElement, attributes: Attributes): void {
  const digits = textOf(element).replaceAll(/\s+/g, "");
  if (!/^(?:[0-9A-Fa-f]{2})*$/.test(digits))
    throw attributes.fault("command", "its content must be hexadecimal");
  bytes.append(Buffer.from(digits, "hex"));
  text.lose();
}

const LAYOUTS: ReadonlyMap<string, true> = new Map([
  ["receipt", true],
  ["receipt_bm", true],
  ["label", true],
  ["label_bm", true],
]);

const SHORT = [-32_768, 32_767] as const;

/**
 * `layout` of labels and black marks: checked, and no bytes: it is set up in the printer (FS ( L function 33), whose
 * parameters are not published in full, and a roll without marks has none.
 */
export function checkLayout(_state: EposState, _element: XmlElement, attributes: Attributes): void {
  attributes.choice("type", LAYOUTS);
  attributes.integer("width", 0, 65_535);
  for (const name of ["height", "margin-top", "margin-bottom", "offset-cut", "offset-label"]) {
    attributes.integer(name, ...SHORT);
  }
}
