import type { Command } from "./command.ts";
import { commandForms } from "./commands/command-form.ts";
import { DISPLAY_SELECT_DEVICE } from "./commands/command-table.ts";
import { cloneHandlers } from "./handlers/clone.ts";
import { deviceHandlers, showDisplay } from "./handlers/device.ts";
import { closeRules, drawingHandlers } from "./handlers/drawing.ts";
import { graphicsStorageHandlers } from "./handlers/graphics-storage.ts";
import { imageHandlers } from "./handlers/image.ts";
import { logoHandlers, printLogo } from "./handlers/logo.ts";
import { macroHandlers } from "./handlers/macro.ts";
import { pageHandlers } from "./handlers/page.ts";
import { positionHandlers } from "./handlers/position.ts";
import { styleHandlers } from "./handlers/style.ts";
import { symbolHandlers } from "./handlers/symbol.ts";
import { textHandlers } from "./handlers/text.ts";
import { twoDimensionalHandlers } from "./handlers/two-dimensional.ts";
import { vendorSymbolHandlers } from "./handlers/vendor-symbol.ts";
import { printUserDefined, userDefinedHandlers } from "./handlers/user-defined.ts";
import { Machine, type Handler, type Handlers } from "./machine.ts";
import type { Printer, Receipt } from "./receipt.ts";
import { Scanner } from "./scanner.ts";
import { streamKind } from "./stream-kind.ts";
import { settleCharset } from "./text/charset-detection.ts";

const handlers: Handlers = {
  ...textHandlers,
  ...styleHandlers,
  ...positionHandlers,
  ...imageHandlers,
  ...symbolHandlers,
  ...twoDimensionalHandlers,
  ...vendorSymbolHandlers,
  ...graphicsStorageHandlers,
  ...macroHandlers,
  ...drawingHandlers,
  ...userDefinedHandlers,
  ...logoHandlers,
  ...pageHandlers,
  ...deviceHandlers,
  ...cloneHandlers,
};

/** The handler of each command form, by its index: no string is compared while a print runs. */
const handlerByForm: readonly (Handler | undefined)[] = commandForms.map((form) =>
  form.device === "printer" || form === DISPLAY_SELECT_DEVICE ? handlers[form.name] : undefined,
);

for (const name of Object.keys(handlers)) {
  if (!commandForms.some((form) => form.name === name)) throw new Error(`no command for the handler ${name}`);
}

/** The names of the commands that do something; the others are read and skipped. */
export const handledCommands: ReadonlySet<string> = new Set(Object.keys(handlers));

/** Commands that act with what arrived when the print ends inside them. */
export const ACTS_WHEN_TRUNCATED: ReadonlySet<string> = new Set([
  "ESC *",
  "GS v 0",
  "GS Q 0",
  "GS ( L",
  "GS 8 L",
  "ESC p",
]);

/** Commands that, like text, make a receipt begin: its top logo is printed before them. */
const PRINTS_PICTURES = new Set([
  "ESC *",
  "GS v 0",
  "GS Q 0",
  "GS ( L",
  "GS 8 L",
  "GS k",
  "GS ( k",
  "GS /",
  "FS p",
  "ESC L",
]);

/** Real-time commands act even while the printer is deselected by ESC =. */
export const ACTS_WHEN_DESELECTED: ReadonlySet<string> = new Set(["ESC =", "DLE DC4 1", "DLE DC4 3"]);

/** Watches a print while it is run, command by command; runs of a macro belong to their GS ^. */
export interface RunObserver {
  /** Called before a command is run, with the printer as the commands before it left it. */
  before(machine: Machine, command: Command): void;
  /** Called after it was run. */
  after(machine: Machine, command: Command): void;
}

/** Runs a print on a printer and returns what is on the paper. Never throws. */
export function interpret(bytes: Uint8Array, printer: Printer, observer?: RunObserver): Receipt {
  const { columns, profile, charset } = printer;
  const scanner = new Scanner(bytes, 0, bytes.length, { bematech: profile === "bematech" });
  const machine = new Machine(columns, profile, () => settleCharset(bytes, profile, charset));
  const kind = streamKind(bytes);
  if (kind !== undefined) {
    machine.list.note(`this is ${kind}, not ESC/POS`);
    machine.list.to = bytes.length;
    machine.line.placeholder(`${kind}: ${bytes.length} bytes that are not ESC/POS`);
    return machine.list.finish(bytes, printer);
  }
  let unknown = 0;
  let firstUnknown = 0;
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    if (machine.list.full) break;
    if (command.kind === "unknown" && unknown++ === 0) firstUnknown = command.offset;
    machine.list.from = command.offset;
    machine.list.to = command.offset + command.length;
    observer?.before(machine, command);
    run(machine, command);
    runMacro(machine);
    observer?.after(machine, command);
  }
  finish(machine);
  if (unknown > 0) machine.list.note(`unknown commands: ${unknown}, the first at byte ${firstUnknown}`);
  const { settled } = machine.state.coding;
  const receipt = machine.list.finish(bytes, printer);
  return settled === undefined ? receipt : { ...receipt, charset: settled };
}

function run(machine: Machine, command: Command): void {
  if (machine.display.take(command)) return;
  if (!machine.selected && !ACTS_WHEN_DESELECTED.has(command.name)) return;
  if (command.truncated) {
    machine.list.note(`the print ends inside ${command.name} at byte ${command.offset}`, true);
    if (!ACTS_WHEN_TRUNCATED.has(command.name)) return;
  }
  // The commands that define and run a macro are no part of it.
  if (machine.macro.recording && command.name !== "GS :" && command.name !== "GS ^") {
    machine.macro.record(command);
  }
  if (machine.logos.topWaits && (command.kind === "text" || PRINTS_PICTURES.has(command.name))) {
    printLogo(machine, "top");
  }
  const handler = handlerByForm[command.form.index];
  if (handler === undefined) return;
  if (command.kind === "text" && !machine.userDefined.empty) printUserDefined(machine, command, handler);
  else handler(machine, command);
}

/** Runs the macro as often as GS ^ asked, as long as the print has not used up its share. */
function runMacro(machine: Machine): void {
  const { macro, list } = machine;
  for (let left = macro.takeRuns(); left > 0 && !list.full; left--) {
    const commands = macro.run();
    if (commands === undefined) {
      list.note("macros (GS ^) are run no further: they make the print too long", true);
      return;
    }
    for (const command of commands) run(machine, command);
    // A macro does not run itself.
    macro.takeRuns();
  }
}

function finish(machine: Machine): void {
  const { list, line, page, inPageMode, display } = machine;
  line.finishLine();
  if (inPageMode && !page.blank) list.note("the last page (page mode) is never printed");
  closeRules(machine);
  showDisplay(machine, display.end());
}
