import { cellsOf } from "../character-width.ts";
import { decodeText, isCodePage } from "../code-pages.ts";
import type { Command } from "../command.ts";
import { decodeShiftJis, isAnyLead, isShiftJisLead, splitPairs } from "../double-byte.ts";
import { isInternationalCharacterSet } from "../international-character-sets.ts";
import type { Handlers, Machine } from "../machine.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Characters, and the commands that choose what character a byte is. */
export const textHandlers: Handlers = {
  Text(machine, command) {
    const { state, surface } = machine;
    if (state.utf8) printUtf8(machine, command);
    else if (state.kanjiMode || state.shiftJis) printDoubleByte(machine, command);
    else surface.text(decodeText(command.source, command.start, command.length, state.characters));
  },
  "ESC t"({ state, list }, command) {
    state.codePage = command.byte(2);
    if (!isCodePage(state.codePage)) list.note(`code page ${state.codePage} (ESC t) is not known`);
    state.charactersChanged();
  },
  "ESC R"({ state }, command) {
    if (!isInternationalCharacterSet(command.byte(2))) return;
    state.internationalCharacterSet = command.byte(2);
    state.charactersChanged();
  },
  "ESC %"({ list }, command) {
    if ((command.byte(2) & 1) === 1) {
      list.note("user-defined characters (ESC %) are shown as the characters they replace");
    }
  },
  "FS &"({ state }) {
    state.kanjiMode = true;
  },
  "FS ."({ state }) {
    state.kanjiMode = false;
    state.shiftJis = false;
  },
  "FS C"({ state }, command) {
    const system = command.byte(2) & 0x0f;
    state.shiftJis = system === 1 || system === 2;
  },
  "FS ( C"({ state }, command) {
    if (command.byte(5) === 0x30) state.utf8 = (command.byte(6) & 0x0f) === 2;
  },
};

/** FS ( C function 48: text is UTF-8, and the wide characters of East Asia take two cells. */
function printUtf8({ surface }: Machine, command: Command): void {
  let narrow = "";
  for (const character of utf8.decode(command.bytes)) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint >= 0x7f && codePoint < 0xa0) continue;
    if (character.length === 1 && cellsOf(codePoint) === 1) {
      narrow += character;
      continue;
    }
    if (narrow !== "") surface.text(narrow);
    narrow = "";
    surface.character(character, cellsOf(codePoint));
  }
  if (narrow !== "") surface.text(narrow);
}

/** FS C 1 makes text Shift JIS; after FS & alone the code depends on the printer, and pairs are named only. */
function printDoubleByte({ surface, state }: Machine, command: Command): void {
  const { source, start, length } = command;
  const isLead = state.shiftJis ? isShiftJisLead : isAnyLead;
  for (const run of splitPairs(source, start, length, isLead)) {
    if (!run.pairs) {
      surface.text(decodeText(source, run.start, run.length, state.characters));
    } else if (state.shiftJis) {
      surface.text(decodeShiftJis(source.subarray(run.start, run.start + run.length)), 2);
    } else {
      const pairs = Math.ceil(run.length / 2);
      surface.inlinePlaceholder(`double-byte text, ${pairs} characters`, pairs * 2);
    }
  }
}
