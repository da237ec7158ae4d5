import type { Command } from "./command.ts";
import { showDisplay } from "./customer-display.ts";
import { dialectFor } from "./dialects.ts";
import { closeRules } from "./drawing.ts";
import { printLogo } from "./logos.ts";
import { Machine } from "./machine.ts";
import type { Printer, Receipt } from "./receipt.ts";
import { Scanner } from "./scanner.ts";
import { streamKind } from "./stream-kind.ts";
import { settleCharset } from "./text/charset-detection.ts";

/** Watches a print while it is run, command by command; runs of a macro belong to their GS ^. */
export interface RunObserver {
  /** Called before a command is run, with the printer as the commands before it left it. */
  before(machine: Machine, command: Command): void;
  /** Called after it was run. */
  after(machine: Machine, command: Command): void;
}

/** Runs a print on a printer and returns what is on the paper. Never throws. */
export function interpret(bytes: Uint8Array, printer: Printer, observer?: RunObserver): Receipt {
  const { model, profile, charset, choice } = printer;
  const dialect = dialectFor(model.language);
  const scanner = new Scanner(dialect, bytes, 0, bytes.length, { bematech: profile === "bematech" });
  const machine = new Machine(printer, () =>
    settleCharset(bytes, machine.state.coding.profile, charset, dialect, choice.earlier),
  );
  const kind = streamKind(bytes);
  if (kind !== undefined) {
    machine.list.note(`this is ${kind}, not ESC/POS`);
    machine.list.to = bytes.length;
    machine.line.placeholder(`${kind}: ${bytes.length} bytes that are not ESC/POS`);
    return machine.list.finish(bytes);
  }
  let unknown = 0;
  let firstUnknown = 0;
  for (let next = scanner.next(true); next !== undefined; next = scanner.next(true)) {
    if (machine.list.full) break;
    const length = machine.selected ? next.form.record.unexecutedLength?.(machine, next) : undefined;
    const command = length === undefined ? next : scanner.shorten(next, length);
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
  const receipt = machine.list.finish(bytes);
  if (settled === undefined) return receipt;
  return { ...receipt, charset: settled.charset, evidence: settled.evidence };
}

function run(machine: Machine, command: Command): void {
  if (machine.display.take(command)) return;
  const { record, run: act, kind } = command.form;
  if (!machine.selected && record.actsDeselected !== true) return;
  if (command.truncated) {
    machine.list.note(`the print ends inside ${command.name} at byte ${command.offset}`, true);
    if (record.actsTruncated !== true) return;
  }
  if (machine.macro.recording && record.controlsMacro !== true) machine.macro.record(command);
  if (machine.logos.topWaits && (kind === "text" || record.beginsReceipt === true)) printLogo(machine, "top");
  act?.(machine, command);
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
  const { list, line, page, inPageMode, rasterMode } = machine;
  line.finishLine();
  rasterMode.print();
  if (inPageMode && !page.buffer.empty) list.note("the last page (page mode) is never printed");
  closeRules(machine);
  showDisplay(machine);
}
