import { commandForms } from "./commands/command-form.ts";
import { DISPLAY_SELECT_DEVICE } from "./commands/command-table.ts";
import { deviceHandlers } from "./handlers/device.ts";
import { imageHandlers } from "./handlers/image.ts";
import { positionHandlers } from "./handlers/position.ts";
import { styleHandlers } from "./handlers/style.ts";
import { symbolHandlers } from "./handlers/symbol.ts";
import { textHandlers } from "./handlers/text.ts";
import { Machine, type Handler, type Handlers } from "./machine.ts";
import type { Receipt } from "./receipt.ts";
import { Scanner } from "./scanner.ts";

const handlers: Handlers = {
  ...textHandlers,
  ...styleHandlers,
  ...positionHandlers,
  ...imageHandlers,
  ...symbolHandlers,
  ...deviceHandlers,
};

/** The handler of each command form, by its index: no string is compared while a print runs. */
const handlerByForm: readonly (Handler | undefined)[] = commandForms.map((form) =>
  form.device === "printer" || form === DISPLAY_SELECT_DEVICE ? handlers[form.name] : undefined,
);

for (const name of Object.keys(handlers)) {
  if (!commandForms.some((form) => form.name === name)) throw new Error(`no command for the handler ${name}`);
}

/** Commands that act with what arrived when the print ends inside them. */
const ACTS_WHEN_TRUNCATED = new Set(["ESC *", "GS v 0", "GS Q 0", "GS ( L", "GS 8 L", "ESC p"]);

/** Real-time commands act even while the printer is deselected by ESC =. */
const ACTS_WHEN_DESELECTED = new Set(["ESC =", "DLE DC4 1", "DLE DC4 3"]);

/** Runs a print on a printer with paper of `columns` columns and returns what is on the paper. Never throws. */
export function interpret(bytes: Uint8Array, columns: number): Receipt {
  const scanner = new Scanner(bytes, 0, bytes.length);
  const machine = new Machine(columns);
  let unknown = 0;
  let firstUnknown = 0;
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (machine.list.full) break;
    if (command.kind === "unknown" && unknown++ === 0) firstUnknown = command.offset;
    if (!machine.selected && !ACTS_WHEN_DESELECTED.has(command.name)) continue;
    if (command.truncated) {
      machine.list.note(`the print ends inside ${command.name} at byte ${command.offset}`, true);
      if (!ACTS_WHEN_TRUNCATED.has(command.name)) continue;
    }
    handlerByForm[command.form.index]?.(machine, command);
  }
  machine.line.finishLine();
  if (machine.inPageMode && !machine.page.blank)
    machine.list.note("the last page (page mode) is never printed");
  if (unknown > 0) machine.list.note(`unknown commands: ${unknown}, the first at byte ${firstUnknown}`);
  return machine.list.finish(bytes);
}
