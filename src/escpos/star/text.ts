import { peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import { setting, type CommandRecord } from "../command-record.ts";
import { REGION_OF_SET, TEXT } from "../commands/text.ts";
import type { Glyph } from "../glyph.ts";
import { blank } from "../raster-transform.ts";
import { fromRows } from "../raster.ts";
import { count, ignored, onOff, quoted, sets } from "../sentence.ts";
import { isCodePage, UTF8_PAGES } from "../text/code-pages.ts";
import { characterSetName } from "../text/international-character-sets.ts";
import { codePageTitle } from "../text/read-text.ts";
import { starNumber } from "./parameter.ts";

/** The sets of ESC R up to here are those of Epson. */
const LAST_SHARED_SET = 13;

/** The set of ESC R for Japan, which only Japanese models are sent. */
const JAPAN = 8;

/** Bytes of a character of 12 x 24 dots, two a row. */
const CHARACTER_BYTES = 48;
/** Bytes of a character on dot impact printers, a column each. */
const IMPACT_CHARACTER_BYTES = 6;

/** ESC & c1 c2 n, with 1 or "1" for c2 followed by the dots; on impact printers ESC & 0 n1 n2 and n2 - n1 + 1 characters. */
const measureDefinition: Measure = (bytes, start, end) => {
  if (end - start < 5) return 5;
  const [kind, first, last] = [2, 3, 4].map((index) => peek(bytes, start, end, index));
  if (kind === 0) return 5 + IMPACT_CHARACTER_BYTES * Math.max(0, (last ?? 0) - (first ?? 0) + 1);
  return first === 1 || first === 0x31 ? 5 + CHARACTER_BYTES : 5;
};

/** Characters, and the commands that choose what character a byte is. */
export const textCommands: readonly CommandRecord[] = [
  TEXT,
  setting("ESC GS t", "1B 1D 74 n", "code page", {
    run({ state: { coding }, list }, command) {
      const n = command.digit(3);
      if (coding.choosePage(n)) return;
      list.note(
        n === 255
          ? "code page 255 is user-defined: its characters are in the printer only"
          : `code page ${n} of Star printers is not known`,
      );
    },
    says({ state: { coding } }, command) {
      const n = command.digit(3);
      if (n === UTF8_PAGES[coding.profile]) return `Code page ${n}, UTF-8`;
      if (n === 255) return "Code page 255, whose characters are the user's own";
      if (!isCodePage(n, coding.profile)) return sets(`Code page ${n}, which is not known`);
      return `Code page ${n}, ${codePageTitle(n, coding.profile)}`;
    },
    survey: (_, coding, command) => coding.choosePage(command.digit(3)),
    examples: ["1B 1D 74 20"],
  }),
  setting("ESC R", "1B 52 n", "international character set", {
    run({ state: { coding } }, command) {
      const n = starNumber(command, 2);
      if (n <= LAST_SHARED_SET) coding.chooseCharacterSet(n);
      if (n === JAPAN) coding.isJapaneseModel = true;
    },
    says(_, command) {
      const n = starNumber(command, 2);
      const what = `International character set ${n}`;
      if (n > LAST_SHARED_SET) return ignored(what, "its characters are not known");
      return `${what}, ${characterSetName(n)}`;
    },
    survey(survey, coding, command) {
      const n = starNumber(command, 2);
      survey.region = REGION_OF_SET.get(n);
      if (n === JAPAN) coding.isJapaneseModel = true;
    },
  }),
  setting("ESC %", "1B 25 n", "user-defined characters on or off", {
    run: ({ state }, command) => (state.userDefinedCharacters = command.isOn()),
    says: (_, command) => `User-defined characters ${onOff(command.isOn())}`,
  }),
  setting("ESC &", "1B 26 c1 c2 n", "defines or deletes a character", {
    meaning: "definition",
    measure: measureDefinition,
    run({ userDefined }, command) {
      const code = command.byte(4);
      if (command.length === 5 + CHARACTER_BYTES) userDefined.set(code, "A", characterOf(command, 5));
      else if (command.byte(2) !== 0) userDefined.delete(code, "A");
    },
    says(_, command) {
      if (command.byte(2) === 0)
        return ignored("Definition of characters", "its dots are those of an impact printer");
      const what = command.length === 5 + CHARACTER_BYTES ? "Defines" : "Deletes";
      return `${what} the character ${quoted(String.fromCharCode(command.byte(4)))}`;
    },
    examples: ["1B 26 31 31 41 00*48", "1B 26 31 30 41", "1B 26 00 41 42 00*12"],
  }),
  setting("ESC GS =", "1B 1D 3D n1 n2", "defines characters of code page 255", {
    meaning: "definition",
    measure: (bytes, start, end) =>
      5 + CHARACTER_BYTES * Math.max(0, peek(bytes, start, end, 4) - peek(bytes, start, end, 3) + 1),
    run({ userDefined }, command) {
      const first = command.byte(3);
      for (let code = first; code <= command.byte(4); code++) {
        userDefined.page.set(code, characterOf(command, 5 + (code - first) * CHARACTER_BYTES));
      }
    },
    says: (_, command) =>
      `Defines ${count(Math.max(0, command.byte(4) - command.byte(3) + 1), "character")} of code page 255`,
    examples: ["1B 1D 3D 41 42 00*96"],
  }),
];

/** The character of 12 x 24 dots at `at`, two bytes a row. */
function characterOf(command: Command, at: number): Glyph {
  const data = command.data(at).subarray(0, CHARACTER_BYTES);
  const raster = fromRows(data, 2, 12, 24, 12) ?? blank(12, 24);
  return { raster, cells: 1 };
}
