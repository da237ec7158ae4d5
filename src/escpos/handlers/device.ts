import type { DisplayedText } from "../customer-display.ts";
import { actOnControl } from "./clone.ts";
import type { Handlers, Machine } from "../machine.ts";
import { printLogo } from "./logo.ts";

/** GS V: 0 and 1 cut here, 65 and 66 feed first; 97 and 103 on are the same with a cut later. */
const GS_V_CUTS: ReadonlyMap<number, "full" | "partial"> = new Map([
  [0, "full"],
  [1, "partial"],
  [48, "full"],
  [49, "partial"],
  [65, "full"],
  [66, "partial"],
  [97, "full"],
  [98, "partial"],
  [103, "full"],
  [104, "partial"],
]);

function cut(machine: Machine, kind: "full" | "partial", feedDots: number): void {
  if (machine.inPageMode) return;
  machine.line.finishLine();
  printLogo(machine, "bottom");
  machine.list.feed(feedDots);
  machine.list.cut(kind);
  machine.logos.receiptEnded();
}

/** What the customer display was sent, as a mark beside the paper. */
export function showDisplay(machine: Machine, shown: DisplayedText | undefined): void {
  if (shown === undefined) return;
  const { y, line } = machine.list;
  const { text, from, to } = shown;
  machine.list.addEvent({ kind: "display", label: `customer display: ${text}`, y, line, from, to });
}

/** FS ( L: the positions that labels and black marks are fed to. */
const LABEL_FEEDS: ReadonlyMap<number, string> = new Map([
  [65, "feed to the peeling position"],
  [66, "feed to the cutting position"],
  [67, "feed to the start of the next label"],
]);

function kick(machine: Machine, connector: number): void {
  if (connector === 0 || connector === 0x30) machine.event("drawer", "drawer kick, pin 2");
  if (connector === 1 || connector === 0x31) machine.event("drawer", "drawer kick, pin 5");
}

/** The printer itself: reset, cutter, drawer, buzzer, customer display. */
export const deviceHandlers: Handlers = {
  "ESC @"(machine) {
    machine.initialize();
  },
  "ESC ="(machine, command) {
    showDisplay(machine, machine.display.end());
    machine.selected = (command.byte(2) & 1) === 1;
  },
  "ESC i"(machine) {
    cut(machine, "partial", 0);
  },
  "ESC m"(machine) {
    cut(machine, "partial", 0);
  },
  "GS V"(machine, command) {
    const kind = GS_V_CUTS.get(command.byte(2));
    if (kind !== undefined) cut(machine, kind, machine.state.vertical(command.byte(3)));
  },
  "FS ( L"(machine, command) {
    const label = LABEL_FEEDS.get(command.byte(5));
    if (label === undefined || machine.inPageMode) return;
    machine.line.finishLine();
    machine.event("paper", label);
  },
  "ESC p"(machine, command) {
    kick(machine, command.byte(2));
  },
  "DLE DC4 1"(machine, command) {
    kick(machine, command.byte(3));
  },
  "DLE DC4 3"(machine) {
    machine.event("buzzer", "beep");
  },
  "ESC ( A"(machine, command) {
    // Functions 98 and 99 only say when the printer beeps by itself.
    if (command.byte(5) < 98) machine.event("buzzer", "beep");
  },
  "ESC B"(machine) {
    machine.event("buzzer", "beep");
  },
  Control(machine, command) {
    if (command.bytes.includes(0x07)) machine.event("buzzer", "beep");
    const end = command.offset + command.length;
    for (const control of command.bytes) actOnControl(machine, control, end);
  },
};
