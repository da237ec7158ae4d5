import { isCodePage } from "../../escpos/text/code-pages.ts";
import { isInternationalCharacterSet } from "../../escpos/text/international-character-sets.ts";
import { codePageTitle, readText } from "../read-text.ts";
import {
  bit0,
  count,
  ignored,
  onOff,
  outOfRange,
  quoted,
  sets,
  skips,
  type Describers,
} from "../sentence.ts";

/** Names of ESC R 0 to 17, in the order of the Epson ESC/POS reference. */
const CHARACTER_SETS = [
  "U.S.A.",
  "France",
  "Germany",
  "U.K.",
  "Denmark I",
  "Sweden",
  "Italy",
  "Spain I",
  "Japan",
  "Norway",
  "Denmark II",
  "Spain II",
  "Latin America",
  "Korea",
  "Slovenia and Croatia",
  "China",
  "Vietnam",
  "Arabia",
];

const CODE_SYSTEMS = ["JIS", "Shift JIS", "Shift JIS 2004"];
const CHINESE_CODES: Readonly<Record<number, string>> = { 0: "GBK", 1: "UTF-8", 3: "Big5" };

/** FS ( A and FS ( C take the function in byte 5. */
const FUNCTION_48 = 48;

/** Characters, and the commands that choose what character a byte is. */
export const textSentences: Describers = {
  Text(command, machine) {
    const { text, coding } = readText(command, machine);
    return `Text ${quoted(text)}, ${count([...text].length, "character")} in ${coding}`;
  },
  "ESC t"(command, { state: { coding } }) {
    const n = command.byte(2);
    if (n >= 254) return `Code page ${n}, whose characters are the user's own`;
    if (!isCodePage(n, coding.profile) && !(coding.profile === "bematech" && n === 8)) {
      return sets(`Code page ${n}, which is not known on ${coding.profile} printers`);
    }
    return `Code page ${n}, ${coding.profile === "bematech" && n === 8 ? "UTF-8" : codePageTitle(n, coding.profile)}`;
  },
  "ESC R"(command) {
    const n = command.byte(2);
    const what = `International character set ${n}`;
    if (!isInternationalCharacterSet(n)) return ignored(what, "there is none of this number");
    return `${what}, ${CHARACTER_SETS[n] ?? "digits of India"}`;
  },
  "FS &": () => "Double-byte characters on",
  "FS .": () => "Double-byte characters off",
  "FS C"(command) {
    const system = command.digit();
    const name = CODE_SYSTEMS[system];
    return name === undefined
      ? outOfRange("Code of double-byte characters", system)
      : `Double-byte characters are ${name}`;
  },
  "FS ( C"(command) {
    if (command.byte(5) !== FUNCTION_48) return skips("Order of the fonts that characters are taken from");
    const encoding = command.digit(6);
    if (encoding > 2) return outOfRange("Character encoding", encoding);
    return encoding === 2 ? "Text is UTF-8" : "Text is one byte a character, not UTF-8";
  },
  "FS !"(command) {
    const n = command.byte(2);
    const parts = [
      ...(n & 0x04 ? ["double width"] : []),
      ...(n & 0x08 ? ["double height"] : []),
      ...(n & 0x80 ? ["underlined"] : []),
    ];
    return `Double-byte characters: ${parts.length === 0 ? "normal size" : parts.join(", ")}`;
  },
  "FS -"(command) {
    const dots = command.digit();
    if (dots > 2) return outOfRange("Underline of double-byte characters", dots);
    return `Underline of double-byte characters ${dots === 0 ? "off" : `on, ${count(dots, "dot")}`}`;
  },
  "FS S": (command) =>
    `Space around double-byte characters: ${command.byte(2)} before, ${command.byte(3)} behind`,
  "FS W": (command) => `Double-byte characters four times as large ${onOff(bit0(command))}`,
  "FS ( A"(command) {
    if (command.byte(5) !== FUNCTION_48)
      return ignored("Font of double-byte characters", "the function is not known");
    const font = "ABC"[command.digit(6)];
    return font === undefined
      ? outOfRange("Font of double-byte characters", command.byte(6))
      : `Font ${font} for double-byte characters`;
  },
  "ESC 9"(command) {
    if (command.length < 3) return ignored("Character code", "it has no parameter");
    const n = command.byte(2);
    const name = CHINESE_CODES[n];
    return name === undefined ? sets("Character code: one byte a character") : `Character code ${name}`;
  },
  "ESC %": (command) => `User-defined characters ${onOff(bit0(command))}`,
  "ESC &"(command) {
    const [from, to] = [command.byte(3), command.byte(4)];
    if (from > to) return sets("Defines no characters");
    const [first, last] = [from, to].map((code) => quoted(String.fromCharCode(code)));
    return from === to ? `Defines the character ${first}` : `Defines the characters ${first} to ${last}`;
  },
  "ESC ?": (command) => `Deletes the user-defined character ${quoted(String.fromCharCode(command.byte(2)))}`,
  "FS 2": (command) => `Defines the double-byte character ${hexPair(command.byte(2), command.byte(3))}`,
  "FS ?": (command) => `Deletes the double-byte character ${hexPair(command.byte(2), command.byte(3))}`,
  "GS ( E"(command) {
    const fn = command.byte(5);
    if (fn === 1) return skips("Begins user settings");
    if (fn === 2) return "Ends user settings, which resets all modes";
    if (fn === 8 || fn === 9) return "Defines characters of a user-defined code page";
    if (fn === 10) return "Deletes characters of the user-defined code page";
    return skips(`User setting (function ${fn}), kept in the printer`);
  },
};

function hexPair(first: number, second: number): string {
  return [first, second].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(" ");
}
