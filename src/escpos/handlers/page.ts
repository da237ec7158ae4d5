import type { Handlers } from "../machine.ts";
import { setDoubleWidth } from "./clone.ts";

/** GS ( P function 48 sets the size of the page. */
const SET_PAGE_SIZE = 48;

/** Page mode: its start, area, direction and end. */
export const pageHandlers: Handlers = {
  "ESC L"(machine) {
    if (!machine.inPageMode && machine.line.empty) machine.enterPageMode();
  },
  "ESC S"(machine) {
    machine.leavePageMode();
  },
  "ESC FF"(machine) {
    if (machine.inPageMode) machine.page.print();
  },
  FF(machine) {
    if (!machine.inPageMode) {
      machine.line.finishLine();
      return;
    }
    machine.page.print();
    machine.leavePageMode();
  },
  CAN(machine) {
    if (machine.inPageMode) machine.page.cancel();
  },
  "ESC T"({ state, page, inPageMode }, command) {
    const direction = command.digit();
    if (direction > 3) return;
    state.pageDirection = direction;
    state.styleChanged();
    if (inPageMode) page.directionChanged();
  },
  "ESC W"(machine, command) {
    if (command.length === 3) {
      setDoubleWidth(machine, command);
      return;
    }
    const { state, page } = machine;
    const [x, dx] = [command.word(2), command.word(6)].map((n) => state.acrossPaper(n));
    const [y, dy] = [command.word(4), command.word(8)].map((n) => state.alongPaper(n));
    page.setArea(x ?? 0, y ?? 0, dx ?? 0, dy ?? 0);
  },
  "GS ( P"({ state, page, inPageMode }, command) {
    if (inPageMode && command.byte(5) === SET_PAGE_SIZE) page.setLength(state.alongPaper(command.word(8)));
  },
};
