import { KANJI_CHARACTER_BYTES } from "../command.ts";
import { choice, setting, type CommandRecord } from "../command-record.ts";
import { hexadecimal } from "../dialect.ts";
import { ignored, onOff, outOfRange, skips } from "../sentence.ts";
import { UNDERLINES } from "./style.ts";

/** FS ( A and FS ( C take the function in byte 5. */
const FUNCTION_48 = 48;

/** Bytes of a user-defined kanji in fonts A, B and C. */
const KANJI_BYTES_OF_FONT = [KANJI_CHARACTER_BYTES, 60, 32];

/** Double-byte characters, and UTF-8. */
export const doubleByteCommands: readonly CommandRecord[] = [
  setting("FS &", "1C 26", "double-byte characters on", {
    needs: "double-byte characters",
    run: ({ state: { coding } }) => coding.setKanjiMode(true),
    says: "Double-byte characters on",
    survey: (_, coding) => coding.setKanjiMode(true),
  }),
  setting("FS .", "1C 2E", "double-byte characters off", {
    run: ({ state: { coding } }) => coding.setKanjiMode(false),
    says: "Double-byte characters off",
    survey: (_, coding) => coding.setKanjiMode(false),
  }),
  setting("FS C", "1C 43 n", "code of double-byte characters", {
    ...choice(
      "Code of double-byte characters",
      ["JIS", "Shift JIS", "Shift JIS 2004"],
      ({ state: { coding } }, n) => coding.chooseCodeSystem(n),
      (name) => `Double-byte characters are ${name}`,
    ),
    survey(survey, coding, command) {
      coding.chooseCodeSystem(command.byte(2) & 0x0f);
      // FS C 0 is sent by drivers for printers of any region.
      if (coding.codeSystem === 1 || coding.codeSystem === 2) survey.shiftJis = true;
    },
  }),
  setting("FS ( C", "1C 28 43 p:2 [fn m]", "UTF-8 and the order of fonts", {
    run({ state: { coding } }, command) {
      const encoding = command.digit(6);
      if (command.byte(5) === FUNCTION_48 && encoding <= 2) coding.utf8 = encoding === 2;
    },
    says(_, command) {
      if (command.byte(5) !== FUNCTION_48) return skips("Order of the fonts that characters are taken from");
      const encoding = command.digit(6);
      if (encoding > 2) return outOfRange("Character encoding", encoding);
      return encoding === 2 ? "Text is UTF-8" : "Text is one byte a character, not UTF-8";
    },
    survey(_, coding, command) {
      if (command.byte(5) === FUNCTION_48) coding.utf8 = (command.byte(6) & 0x0f) === 2;
    },
  }),
  setting("FS !", "1C 21 n", "size and underline of double-byte characters", {
    run: ({ state: { kanji } }, command) => kanji.setMode(command.byte(2)),
    says(_, command) {
      const n = command.byte(2);
      const parts = [
        ...(n & 0x04 ? ["double width"] : []),
        ...(n & 0x08 ? ["double height"] : []),
        ...(n & 0x80 ? ["underlined"] : []),
      ];
      return `Double-byte characters: ${parts.length === 0 ? "normal size" : parts.join(", ")}`;
    },
    examples: ["1C 21 8C"],
  }),
  setting(
    "FS -",
    "1C 2D n",
    "underline of double-byte characters",
    choice(
      "Underline of double-byte characters",
      UNDERLINES,
      ({ state: { kanji } }, n) => (kanji.underline = n),
    ),
  ),
  setting("FS S", "1C 53 n1 n2", "space around double-byte characters", {
    run({ state: { kanji } }, command) {
      kanji.left = command.byte(2);
      kanji.right = command.byte(3);
    },
    says: (_, command) =>
      `Space around double-byte characters: ${command.byte(2)} before, ${command.byte(3)} behind`,
  }),
  setting("FS W", "1C 57 n", "double-byte characters four times as large", {
    run({ state: { kanji } }, command) {
      const quadruple = command.isOn();
      kanji.doubleWidth = quadruple;
      kanji.doubleHeight = quadruple;
    },
    says: (_, command) => `Double-byte characters four times as large ${onOff(command.isOn())}`,
  }),
  setting("FS ( A", "1C 28 41 p:2 [fn m]", "font of double-byte characters", {
    run({ state: { kanji } }, command) {
      if (command.byte(5) === FUNCTION_48) kanji.chooseFont(command.digit(6));
    },
    says(_, command) {
      if (command.byte(5) !== FUNCTION_48)
        return ignored("Font of double-byte characters", "the function is not known");
      const font = "ABC"[command.digit(6)];
      return font === undefined
        ? outOfRange("Font of double-byte characters", command.byte(6))
        : `Font ${font} for double-byte characters`;
    },
    splits: (state, command) =>
      (state.kanjiCharacterBytes = KANJI_BYTES_OF_FONT[command.byte(6) & 0x0f] ?? KANJI_CHARACTER_BYTES),
  }),
  setting("FS 2", "1C 32 c1 c2", "defines a double-byte character", {
    meaning: "definition",
    measure: (_bytes, _start, _end, state) => 4 + state.kanjiCharacterBytes,
    run: ({ userDefined }, command) => userDefined.defineKanji(command),
    says: (_, command) => `Defines the double-byte character ${hexPair(command.byte(2), command.byte(3))}`,
    examples: ["1C 32 EC 40 00*72"],
  }),
  setting("FS ?", "1C 3F c1 c2", "deletes a double-byte character", {
    run: ({ userDefined }, command) => userDefined.kanji.delete(command.byte(2) * 256 + command.byte(3)),
    says: (_, command) => `Deletes the double-byte character ${hexPair(command.byte(2), command.byte(3))}`,
  }),
];

function hexPair(first: number, second: number): string {
  return [first, second].map(hexadecimal).join(" ");
}
