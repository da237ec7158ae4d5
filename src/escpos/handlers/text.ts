import type { Handlers } from "../machine.ts";
import { isInternationalCharacterSet } from "../text/international-character-sets.ts";
import { printText } from "../text/print-text.ts";

/** The pages of ESC t whose characters are the user's own. */
const USER_DEFINED_PAGES = new Set([254, 255]);

/** Characters, and the commands that choose what character a byte is. */
export const textHandlers: Handlers = {
  Text(machine, command) {
    printText(machine, command);
  },
  "ESC t"({ state: { coding }, list }, command) {
    const n = command.byte(2);
    if (coding.choosePage(n)) return;
    list.note(
      USER_DEFINED_PAGES.has(n)
        ? `code page ${n} (ESC t) is user-defined: its characters are in the printer only`
        : `code page ${n} (ESC t) is not known`,
    );
  },
  "ESC R"({ state: { coding } }, command) {
    if (isInternationalCharacterSet(command.byte(2))) coding.chooseCharacterSet(command.byte(2));
  },
  "FS &"({ state: { coding } }) {
    coding.setKanjiMode(true);
  },
  "FS ."({ state: { coding } }) {
    coding.setKanjiMode(false);
  },
  "FS C"({ state: { coding } }, command) {
    const system = command.digit();
    if (system <= 2) coding.chooseCodeSystem(system);
  },
  "FS ( C"({ state: { coding } }, command) {
    const encoding = command.digit(6);
    if (command.byte(5) === 0x30 && encoding <= 2) coding.utf8 = encoding === 2;
  },
  "FS !"({ state: { kanji } }, command) {
    kanji.setMode(command.byte(2));
  },
  "FS -"({ state: { kanji } }, command) {
    const dots = command.digit();
    if (dots <= 2) kanji.underline = dots;
  },
  "FS S"({ state: { kanji } }, command) {
    kanji.left = command.byte(2);
    kanji.right = command.byte(3);
  },
  "FS W"({ state: { kanji } }, command) {
    const quadruple = (command.byte(2) & 1) === 1;
    kanji.doubleWidth = quadruple;
    kanji.doubleHeight = quadruple;
  },
  "FS ( A"({ state: { kanji } }, command) {
    if (command.byte(5) === 0x30) kanji.chooseFont(command.digit(6));
  },
};
