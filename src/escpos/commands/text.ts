import type { Command, ScanState } from "../command.ts";
import { peek } from "../command-length.ts";
import { drawn, setting, type CommandMeaning, type CommandRecord } from "../command-record.ts";
import { count, ignored, onOff, quoted, sets } from "../sentence.ts";
import type { SettledCharset } from "../text/charset.ts";
import { isCodePage } from "../text/code-pages.ts";
import { characterSetName, isInternationalCharacterSet } from "../text/international-character-sets.ts";
import { textProblem } from "../text/text-problem.ts";
import { printText } from "../text/print-text.ts";
import { codePageTitle, readText } from "../text/read-text.ts";
import { printUserDefined } from "../user-defined-characters.ts";

/** The pages of ESC t whose characters are the user's own. */
const USER_DEFINED_PAGES = new Set([254, 255]);

/** The regions that some international character sets of ESC R are for. */
export const REGION_OF_SET: ReadonlyMap<number, SettledCharset> = new Map([
  [8, "japan"],
  [13, "korea"],
  [15, "china"],
]);

/** Characters in the coding that is on. */
export const TEXT: CommandRecord = drawn(
  "Text",
  "",
  "characters of the current code page or double-byte code",
  {
    kind: "text",
    needs: "text",
    check: textProblem,
    meaning: textMeaning,
    printsText: true,
    run(machine, command) {
      if (machine.userDefined.empty) printText(machine, command);
      else printUserDefined(machine, command);
    },
    says(machine, command) {
      const { text, coding } = readText(command, machine);
      return `Text ${quoted(text)}, ${count([...text].length, "character")} in ${coding}`;
    },
  },
);

/** Characters, and the commands that choose what character a byte is. */
export const textCommands: readonly CommandRecord[] = [
  TEXT,
  setting("ESC t", "1B 74 n", "code page", {
    run({ state: { coding }, list }, command) {
      const n = command.byte(2);
      if (coding.choosePage(n)) return;
      list.note(
        USER_DEFINED_PAGES.has(n)
          ? `code page ${n} (ESC t) is user-defined: its characters are in the printer only`
          : `code page ${n} (ESC t) is not known`,
      );
    },
    says({ state: { coding } }, command) {
      const n = command.byte(2);
      if (n >= 254) return `Code page ${n}, whose characters are the user's own`;
      if (!isCodePage(n, coding.profile) && !(coding.profile === "bematech" && n === 8)) {
        return sets(`Code page ${n}, which is not known on ${coding.profile} printers`);
      }
      return `Code page ${n}, ${coding.profile === "bematech" && n === 8 ? "UTF-8" : codePageTitle(n, coding.profile)}`;
    },
    check({ state: { coding } }, command) {
      const n = command.byte(2);
      if (n >= 254 || isCodePage(n, coding.profile) || (coding.profile === "bematech" && n === 8))
        return undefined;
      const sentence = `Code page ${n} is not known on ${coding.profile} printers: choose one that they have`;
      return { code: "unknown-page", sentence };
    },
    survey: (_, coding, command) => coding.choosePage(command.byte(2)),
    examples: ["1B 74 FF"],
  }),
  setting("ESC R", "1B 52 n", "international character set", {
    run({ state: { coding } }, command) {
      if (isInternationalCharacterSet(command.byte(2))) coding.chooseCharacterSet(command.byte(2));
    },
    says(_, command) {
      const n = command.byte(2);
      const what = `International character set ${n}`;
      if (!isInternationalCharacterSet(n)) return ignored(what, "there is none of this number");
      return `${what}, ${characterSetName(n)}`;
    },
    survey: (survey, _, command) => (survey.region = REGION_OF_SET.get(command.byte(2))),
  }),
  setting("ESC %", "1B 25 n", "user-defined characters on or off", {
    run: ({ state }, command) => (state.userDefinedCharacters = command.isOn()),
    says: (_, command) => `User-defined characters ${onOff(command.isOn())}`,
  }),
  setting("ESC &", "1B 26 y c1 c2", "defines characters", {
    meaning: "definition",
    measure: measureUserDefinedCharacters,
    run: ({ userDefined, state }, command) => userDefined.define(command, state.font.name),
    says(_, command) {
      const [from, to] = [command.byte(3), command.byte(4)];
      if (from > to) return sets("Defines no characters");
      const [first, last] = [from, to].map((code) => quoted(String.fromCharCode(code)));
      return from === to ? `Defines the character ${first}` : `Defines the characters ${first} to ${last}`;
    },
    examples: ["1B 26 03 20 20 01 00 00 00", "1B 26 03 20 21 02 00*7"],
  }),
  setting("ESC ?", "1B 3F n", "deletes a user-defined character", {
    run: ({ userDefined, state }, command) => userDefined.delete(command.byte(2), state.font.name),
    says: (_, command) =>
      `Deletes the user-defined character ${quoted(String.fromCharCode(command.byte(2)))}`,
    examples: ["1B 3F 20"],
  }),
];

/** The first printable byte that is seen on the paper. */
const FIRST_VISIBLE = 0x21;

function textMeaning({ source, start, length }: Command): CommandMeaning {
  for (let at = start; at < start + length; at++) {
    if ((source[at] ?? 0) >= FIRST_VISIBLE) return "mark";
  }
  return "setting";
}

/** ESC & y c1 c2, then for each of the codes c1 to c2: x d[x * y]. */
export function measureUserDefinedCharacters(
  bytes: Uint8Array,
  start: number,
  end: number,
  state: ScanState,
): number {
  if (end - start < 5) return 5;
  const bytesPerCharacterColumn = bytes[start + 2] ?? 0;
  const characters = Math.max(0, (bytes[start + 4] ?? 0) - (bytes[start + 3] ?? 0) + 1);
  if (state.position < 5) state.position = 5;
  while (state.value < characters) {
    const columns = peek(bytes, start, end, state.position);
    if (columns < 0) return state.position + 1;
    state.position += 1 + columns * bytesPerCharacterColumn;
    state.value++;
  }
  return state.position;
}
