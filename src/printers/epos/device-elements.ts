import type { EposElements, EposState } from "./epos-element.ts";
import { textOf } from "./xml-element.ts";

const DLE = 0x10;
const ESC = 0x1b;
const GS = 0x1d;

/** GS V: here; after a feed to the cutter; once what is at the head has come to the cutter. Partial, or full. */
const CUTS = {
  no_feed: [1],
  feed: [66, 0],
  reserve: [98, 0],
  no_feed_fullcut: [0],
  feed_fullcut: [65, 0],
  reserve_fullcut: [97, 0],
};

/** ESC p: the connector pins of drawers. */
const DRAWERS = { drawer_1: 0, drawer_2: 1 };

/** ESC p t1, units of 2 ms. */
const PULSES = { pulse_100: 50, pulse_200: 100, pulse_300: 150, pulse_400: 200, pulse_500: 250 };

/** ESC p t2, units of 2 ms: half a second of rest, longer than any pulse. */
const REST = 250;

/** ESC ( A function 48 n: 48 none; 49 to 55 of the buzzer that can be attached; 0 to 10 of a built-in one. */
const PATTERNS = {
  ...Object.fromEntries(
    ["none", "pattern_a", "pattern_b", "pattern_c", "pattern_d", "pattern_e", "error", "paper_end"].map(
      (name, index) => [name, 48 + index],
    ),
  ),
  ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`pattern_${n}`, n])),
};

const FIRST_PATTERN = 49;
/** ESC ( A function 48 c: 1 to 63, or for ever. */
const MOST_REPEATS = 63;
const FOR_EVER = 255;
const MILLISECONDS_PER_UNIT = 100;
const SHORTEST_CYCLE = 10;
const LONGEST_CYCLE = 255;

const LAYOUTS = { receipt: true, receipt_bm: true, label: true, label_bm: true };

const SHORT = [-32_768, 32_767] as const;

export const DEVICE_ELEMENTS: EposElements = {
  /** In standard mode only. */
  cut: {
    write({ bytes, inPage }, attributes) {
      const cut = attributes.choice("type", CUTS) ?? CUTS.feed;
      if (!inPage) bytes.write(GS, 0x56, ...cut);
    },
  },

  /** The first drawer for 100 ms where nothing is said. */
  pulse: {
    isPaperless: true,
    write({ bytes }, attributes) {
      const drawer = attributes.choice("drawer", DRAWERS) ?? 0;
      bytes.write(ESC, 0x70, drawer, attributes.choice("time", PULSES) ?? 50, REST);
    },
  },

  /** In standard mode only: pattern A once, within a second, where nothing is said. */
  sound: {
    isPaperless: true,
    write({ bytes, inPage }, attributes) {
      const pattern = attributes.choice<number>("pattern", PATTERNS) ?? FIRST_PATTERN;
      const repeat = attributes.integer("repeat", 0, 255) ?? 1;
      const cycle = Math.round((attributes.integer("cycle", 0, 65_535) ?? 1000) / MILLISECONDS_PER_UNIT);
      if (inPage) return;
      const times = repeat === 0 ? FOR_EVER : Math.min(repeat, MOST_REPEATS);
      bytes.write(ESC, 0x28, 0x41, 4, 0, 48, pattern, times);
      bytes.write(Math.max(SHORTEST_CYCLE, Math.min(LONGEST_CYCLE, cycle)));
    },
  },

  /** From an error that can be recovered from: DLE ENQ 2. */
  recovery: { isPaperless: true, isSetting: true, write: ({ bytes }) => bytes.write(DLE, 0x05, 2) },

  /** ESC @, which also drops a page that is not printed. */
  reset: {
    isPaperless: true,
    isSetting: true,
    write(state) {
      state.bytes.write(ESC, 0x40);
      state.reset();
    },
  },

  /**
   * ESC ( Y turns batch printing, and its reverse direction, on and off. Its two parameters are the same here, because
   * sources differ in their order.
   */
  "rotate-begin": { write: (state) => writeRotation(state, 49) },
  "rotate-end": { write: (state) => writeRotation(state, 48) },

  /** ESC/POS of the client's own, in hexadecimal. */
  command: {
    write({ bytes, text }, attributes, element) {
      const digits = textOf(element).replaceAll(/\s+/g, "");
      if (!/^(?:[0-9A-Fa-f]{2})*$/.test(digits))
        throw attributes.fault("command", "its content must be hexadecimal");
      bytes.append(Buffer.from(digits, "hex"));
      text.lose();
    },
  },

  /**
   * Of labels and black marks: checked, and no bytes: it is set up in the printer (FS ( L function 33), whose parameters
   * are not published in full, and a roll without marks has none.
   */
  layout: {
    isPaperless: true,
    isSetting: true,
    write(_state, attributes) {
      attributes.choice("type", LAYOUTS);
      attributes.integer("width", 0, 65_535);
      for (const name of ["height", "margin-top", "margin-bottom", "offset-cut", "offset-label"])
        attributes.integer(name, ...SHORT);
    },
  },
};

function writeRotation({ bytes, inPage }: EposState, on: 48 | 49): void {
  if (!inPage) bytes.write(ESC, 0x28, 0x59, 2, 0, on, on);
}
