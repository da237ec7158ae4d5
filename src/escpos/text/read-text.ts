import type { Command } from "../command.ts";
import type { Machine } from "../machine.ts";
import { DOUBLE_BYTE } from "./double-byte.ts";
import { pageName } from "./printer-profile.ts";
import { printText } from "./print-text.ts";

/** A run of text as the printer reads it. */
export interface ReadText {
  readonly text: string;
  /** The code page or code it was read in, such as "PC858" or "Shift JIS". */
  readonly coding: string;
}

/** Reads a run of text with the coding that is on, printing nothing. */
export function readText(command: Command, { state }: Machine): ReadText {
  const parts: string[] = [];
  let isDoubleByte = false;
  const surface = {
    text(characters: string, cellsEach = 1): void {
      isDoubleByte ||= cellsEach === 2;
      parts.push(characters);
    },
    character(character: string, cells: number): void {
      isDoubleByte ||= cells === 2;
      parts.push(character);
    },
  };
  printText({ state, surface }, command);
  return { text: parts.join(""), coding: codingOf(state.coding, isDoubleByte) };
}

function codingOf(coding: Machine["state"]["coding"], isDoubleByte: boolean): string {
  if (coding.utf8) return "UTF-8";
  if (coding.allPairs) return "JIS X 0208";
  if (isDoubleByte) {
    const code = coding.doubleByteCode;
    // Two cells without such a code are kanji of seven bits, or UTF-8 by the charset of the print.
    if (code !== undefined && !coding.sevenBitKanji) return DOUBLE_BYTE[code].title;
    return coding.charset === "utf-8" ? "UTF-8" : "JIS X 0208";
  }
  if (coding.settled?.charset === "utf-8") return "UTF-8";
  if (coding.settled?.charset === "thai" && coding.page === 0) return "Thai 11";
  return codePageTitle(coding.page, coding.profile);
}

/** A page of ESC t as people call it: "PC858", "WPC1252", "ISO 8859-15"; "code page 99" if it is not known. */
export function codePageTitle(page: number, profile: Machine["state"]["coding"]["profile"]): string {
  const name = pageName(profile, page);
  if (name === undefined) return `code page ${page}`;
  const [last = name, maker] = name.split("/").toReversed();
  const title = last
    .replace(/^cp/, "PC")
    .replace(/^windows/, "WPC")
    .replace(/^iso8859-/, "ISO 8859-")
    .replace(/^thai/, "Thai ")
    .replace(/^tcvn3/, "TCVN-3")
    .replace("capitals", " (capitals)")
    .replace("rk1048", "KZ-1048")
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return maker === undefined || maker === "epson" ? title : `${title} (${maker})`;
}
