import { Command } from "../command.ts";
import type { Glyph } from "../glyph.ts";
import type { Handler, Handlers, Machine } from "../machine.ts";

/** What stands in text for a user-defined kanji: the geta mark, as for characters a font lacks. */
const GETA_MARK = "〓";

/** The page of ESC t whose characters a print defines by GS ( E. */
const USER_DEFINED_PAGE = 255;

/** Prints a run of text in which characters may be user-defined; `print` is the handler of all others. */
export function printUserDefined(machine: Machine, command: Command, print: Handler): void {
  const { userDefined, state } = machine;
  const { coding } = state;
  const code = coding.utf8 ? undefined : coding.doubleByteCode;
  const allPairs = !coding.utf8 && coding.sevenBitKanji;
  let from = 0;
  const printUpTo = (end: number): void => {
    if (end > from) print(machine, part(command, from, end));
  };
  for (let at = 0; at < command.length && !machine.list.full;) {
    const byte = command.byte(at);
    const pair = at + 1 < command.length && (allPairs || (code !== undefined && isLead(code, byte)));
    const glyph = pair ? userDefined.findKanji(byte * 256 + command.byte(at + 1)) : single(machine, byte);
    const next = at + (pair ? 2 : 1);
    if (glyph !== undefined) {
      printUpTo(at);
      machine.surface.glyph(glyph, pair ? GETA_MARK : String.fromCharCode(coding.table[byte] ?? 0x20));
      from = next;
    }
    at = next;
  }
  printUpTo(command.length);
}

function single({ userDefined, state }: Machine, code: number): Glyph | undefined {
  const ofFont = state.userDefinedCharacters ? userDefined.find(code, state.font.name) : undefined;
  return ofFont ?? (state.coding.page === USER_DEFINED_PAGE ? userDefined.findInPage(code) : undefined);
}

function isLead(code: string, byte: number): boolean {
  // Half-width katakana lie between the lead bytes of Shift JIS.
  return byte > 0x80 && byte < 0xff && !(code === "shift_jis" && byte >= 0xa0 && byte < 0xe0);
}

function part({ form, source, start, offset, truncated }: Command, from: number, end: number): Command {
  return new Command(form, source, start + from, end - from, offset + from, truncated);
}

/** User-defined characters: their dots are in the print. */
export const userDefinedHandlers: Handlers = {
  "ESC %"({ state }, command) {
    state.userDefinedCharacters = (command.byte(2) & 1) === 1;
  },
  "ESC &"({ userDefined, state }, command) {
    userDefined.define(command, state.font.name);
  },
  "GS ( E"(machine, command) {
    const { userDefined } = machine;
    const fn = command.byte(5);
    // Function 2 ends the user setting mode with a reset.
    if (fn === 2) machine.initialize();
    else if (fn === 8 || fn === 9) userDefined.definePage(command);
    else if (fn === 10) userDefined.deletePage(command.byte(6), command.byte(7));
  },
  "ESC ?"({ userDefined, state }, command) {
    userDefined.delete(command.byte(2), state.font.name);
  },
  "FS 2"({ userDefined }, command) {
    userDefined.defineKanji(command);
  },
  "FS ?"({ userDefined }, command) {
    userDefined.deleteKanji(command.byte(2) * 256 + command.byte(3));
  },
};
