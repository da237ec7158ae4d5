import { KANJI_CHARACTER_BYTES } from "../command.ts";
import { setting, skipped, type CommandRecord } from "../command-record.ts";
import { hexadecimal } from "../dialect.ts";
import { fromRows } from "../raster.ts";
import { onOff, sets, skips } from "../sentence.ts";
import { shiftJisOf } from "../text/double-byte.ts";
import { starNumber } from "./parameter.ts";

/** Functions of ESC GS ) U in byte 6. */
const UTF8_MODE = 0x30;

/** Double-byte characters, and UTF-8. */
export const doubleByteCommands: readonly CommandRecord[] = [
  setting("ESC $", "1B 24 n", "Shift JIS on or off", {
    run: ({ state: { coding } }, command) => coding.setShiftJis(starNumber(command, 2) === 1),
    says: (_, command) =>
      starNumber(command, 2) === 1
        ? "Shift JIS on"
        : "Shift JIS off: bytes from 80h up are block graphics and katakana",
    survey(survey, coding, command) {
      coding.setShiftJis(starNumber(command, 2) === 1);
      survey.shiftJis = true;
    },
  }),
  setting("ESC p", "1B 70", "JIS two-byte characters on", {
    run: ({ state: { coding } }) => (coding.allPairs = true),
    says: "Every two bytes are a character of JIS X 0208",
    survey: (_, coding) => (coding.allPairs = true),
  }),
  setting("ESC q", "1B 71", "JIS two-byte characters off", {
    run: ({ state: { coding } }) => (coding.allPairs = false),
    says: "Every byte is a character again",
    survey: (_, coding) => (coding.allPairs = false),
  }),
  setting("ESC s", "1B 73 n1 n2", "space around double-byte characters", {
    run({ state: { kanji } }, command) {
      kanji.left = starNumber(command, 2);
      kanji.right = starNumber(command, 3);
    },
    says: (_, command) =>
      `Space around double-byte characters: ${starNumber(command, 2)} before, ${starNumber(command, 3)} behind`,
  }),
  setting("ESC t", "1B 74 n1 n2", "space around half-width characters", {
    run({ state }, command) {
      state.characterSpacing = starNumber(command, 2) + starNumber(command, 3);
      state.styleChanged();
    },
    says: (_, command) =>
      `Space around half-width characters: ${starNumber(command, 2)} before, ${starNumber(command, 3)} behind`,
  }),
  setting("ESC r", "1B 72 c1 c2", "defines a double-byte character", {
    meaning: "definition",
    measure: () => 4 + KANJI_CHARACTER_BYTES,
    run({ userDefined }, command) {
      const [row, cell] = [command.byte(2), command.byte(3)];
      const raster = fromRows(command.data(4), 3, 24, 24, 24);
      if (raster === undefined) return;
      // The code is one of JIS X 0208; text may be in Shift JIS as well.
      for (const code of [row * 256 + cell, shiftJisOf(row, cell)])
        userDefined.kanji.set(code, { raster, cells: 2 });
    },
    says: (_, command) =>
      `Defines the double-byte character ${[2, 3].map((at) => hexadecimal(command.byte(at))).join(" ")}`,
    examples: ["1B 72 77 21 00*72"],
  }),
  setting("ESC GS ) U", "1B 1D 29 55 p:2 [fn m]", "UTF-8, its wide characters and its fonts", {
    run({ state: { coding } }, command) {
      if (command.byte(6) === UTF8_MODE) coding.utf8 = starNumber(command, 7) === 1;
    },
    says(_, command) {
      if (command.byte(6) !== UTF8_MODE) return skips("Width and fonts of characters of East Asia");
      return sets(`UTF-8 ${onOff(starNumber(command, 7) === 1)}`);
    },
    survey(_, coding, command) {
      if (command.byte(6) === UTF8_MODE) coding.utf8 = starNumber(command, 7) === 1;
    },
    examples: ["1B 1D 29 55 02 00 30 01", "1B 1D 29 55 05 00 41 03 02 01 04"],
  }),
  skipped("ESC RS R", "1B 1E 52 n", "how vowels and tones are combined"),
];
