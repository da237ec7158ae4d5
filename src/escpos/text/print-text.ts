import type { Command } from "../command.ts";
import type { PrinterState } from "../printer-state.ts";
import type { Surface } from "../surface.ts";
import { cellsOf, isCombining } from "./character-width.ts";
import { decodeText } from "./code-pages.ts";
import { decodeJis, printedPairs, readDoubleByte, type DoubleByteCode } from "./double-byte.ts";
import { readsBetterAsCodePage } from "./likelihood.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** What of a machine prints text. */
export interface TextPrinter {
  readonly state: PrinterState;
  readonly surface: Pick<Surface, "text" | "character">;
}

/** Prints a run of text in the coding that is on; bytes from 80h up make "auto" settle on a charset. */
export function printText(machine: TextPrinter, command: Command): void {
  const { coding } = machine.state;
  const { source, start, length } = command;
  const end = start + length;
  if (coding.allPairs) {
    printKanji(machine, decodeJis(source, start, end));
    return;
  }
  const plain = !hasHighBytes(source, start, end);
  if (plain) {
    if (coding.kanjiMode === true && !coding.utf8 && coding.sevenBitKanji) {
      printKanji(machine, printedPairs(decodeJis(source, start, end)));
    } else {
      machine.surface.text(decodeText(source, start, length, coding.table));
    }
    return;
  }
  const code = coding.utf8 ? undefined : coding.doubleByteCode;
  if (coding.utf8 || (code === undefined && coding.charset === "utf-8")) {
    printUtf8(machine, source.subarray(start, end));
  } else if (code === undefined || isMeantAsCodePage(machine, command, code)) {
    printMarked(machine, decodeText(source, start, length, coding.highTable));
  } else {
    printDoubleByte(machine, command, code);
  }
}

function hasHighBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) >= 0x80) return true;
  return false;
}

/** Senders like receiptline turn to the box drawing of a code page by ESC t after FS C: the text tells what is meant. */
function isMeantAsCodePage(
  { state: { coding } }: TextPrinter,
  command: Command,
  code: DoubleByteCode,
): boolean {
  if (!coding.pageChosen) return false;
  const { source, start, length } = command;
  return readsBetterAsCodePage(source, start, start + length, coding.table, code);
}

/** UTF-8 (FS ( C): the wide characters of East Asia take two cells. */
function printUtf8(machine: TextPrinter, bytes: Uint8Array): void {
  let narrow = "";
  let wide = "";
  const printWaiting = (): void => {
    if (narrow !== "") printMarked(machine, narrow);
    if (wide !== "") printKanji(machine, wide);
    narrow = "";
    wide = "";
  };
  // Bytes that are no UTF-8 are no characters of the printer.
  for (const character of utf8.decode(bytes).replaceAll("\ufffd", "?")) {
    const codePoint = character.codePointAt(0) ?? 0;
    if ((codePoint >= 0x7f && codePoint < 0xa0) || codePoint === 0xfeff) continue;
    const isWide = cellsOf(codePoint) === 2;
    if (character.length > 1 && !isCombining(codePoint)) {
      printWaiting();
      withKanjiStyle(machine, isWide, () => machine.surface.character(character, cellsOf(codePoint)));
    } else if (isWide) {
      if (narrow !== "") printWaiting();
      wide += character;
    } else {
      if (wide !== "") printWaiting();
      narrow += character;
    }
  }
  printWaiting();
}

function printDoubleByte(machine: TextPrinter, command: Command, code: DoubleByteCode): void {
  const { source, start, length } = command;
  const table = machine.state.coding.tableBeside(code);
  readDoubleByte(code, source, start, start + length, {
    single(from, to) {
      printMarked(machine, decodeText(source, from, to - from, table));
    },
    pairs(characters) {
      printKanji(machine, characters);
    },
    character(character) {
      withKanjiStyle(machine, true, () => machine.surface.character(character, 2));
    },
  });
}

/** Combining marks, for telling text without any at a glance. */
const MAY_COMBINE = /[\p{Mn}\p{Me}\u200b-\u200f]/u;

/** Prints characters of one cell; a combining mark shares the cell of the character before it. */
function printMarked({ surface }: TextPrinter, text: string): void {
  if (!MAY_COMBINE.test(text)) {
    surface.text(text);
    return;
  }
  let plain = "";
  let cluster = "";
  const printPlain = (): void => {
    if (plain !== "") surface.text(plain);
    plain = "";
  };
  const endCluster = (): void => {
    if (cluster.length === 1) plain += cluster;
    else if (cluster !== "") {
      printPlain();
      surface.character(cluster, 1);
    }
    cluster = "";
  };
  for (const character of text) {
    if (
      cluster.length > 0 &&
      cluster.length < MAXIMUM_CLUSTER &&
      isCombining(character.codePointAt(0) ?? 0)
    ) {
      cluster += character;
      continue;
    }
    endCluster();
    cluster = character;
  }
  endCluster();
  printPlain();
}

/** Code units in one cell: two marks over a letter are usual, and no more than this can be read. */
const MAXIMUM_CLUSTER = 8;

/** Prints characters of two cells and one code unit each. */
function printKanji(machine: TextPrinter, characters: string): void {
  withKanjiStyle(machine, true, () => machine.surface.text(characters, 2));
}

/** Draws with the look of double-byte characters: size, underline and spacing of FS commands (FS !, FS S). */
function withKanjiStyle({ state }: TextPrinter, wide: boolean, draw: () => void): void {
  const { kanji, font, scaleX, scaleY, underline, characterSpacing } = state;
  const spacing = state.horizontal(kanji.left + kanji.right);
  // The usual print has one look for both, and nothing is to be put back.
  const same =
    !kanji.doubleWidth &&
    !kanji.doubleHeight &&
    kanji.underline === underline &&
    spacing === characterSpacing &&
    (kanji.halfCell === undefined || kanji.halfCell === font);
  if (!wide || same) {
    draw();
    return;
  }
  // GS ! and ESC ! act on double-byte characters as well; FS ! and FS W can only enlarge further.
  state.scaleX = Math.max(scaleX, kanji.doubleWidth ? 2 : 1);
  state.scaleY = Math.max(scaleY, kanji.doubleHeight ? 2 : 1);
  state.underline = kanji.underline;
  state.characterSpacing = spacing;
  state.font = kanji.halfCell ?? font;
  state.styleChanged();
  draw();
  Object.assign(state, { font, scaleX, scaleY, underline, characterSpacing });
  state.styleChanged();
}
