import type { Check, Problem } from "../warning.ts";
import { CELL, cellClasses } from "./cell-class.ts";
import { codePageTitle } from "./read-text.ts";

/** Character codes that a sentence names. */
const MOST_CODES = 8;

/** What of a run of text is not on the paper as its sender meant it. */
export const textProblem: Check = ({ state: { coding }, list }, command) => {
  const bytes = command.bytes;
  if (coding.utf8 || coding.allPairs || !bytes.some((byte) => byte >= 0x80)) return undefined;
  if (coding.doubleByteCode !== undefined) return undefined;
  const title = codePageTitle(coding.page, coding.profile);
  // A printer that is set to UTF-8 needs no command.
  if (coding.charset === "utf-8") return list.printer.charset === "utf-8" ? undefined : notUtf8(title);
  const classes = cellClasses(coding.highTable);
  const lacking = [...new Set(bytes)].filter((byte) => byte >= 0x80 && classes[byte] === CELL.undefined);
  if (lacking.length === 0) return undefined;
  const codes = lacking.slice(0, MOST_CODES).map((byte) => `${byte.toString(16).toUpperCase()}h`);
  if (lacking.length > MOST_CODES) codes.push("…");
  return {
    code: "missing-character",
    sentence: `${title} has no character ${codes.join(", ")}: choose a code page that has it before this text`,
  };
};

function notUtf8(title: string): Problem {
  return {
    code: "not-utf-8",
    sentence:
      `This text is UTF-8, which nothing told the printer: it prints several characters of ${title} for one. ` +
      "Send it in a code page that the printer has",
  };
}
