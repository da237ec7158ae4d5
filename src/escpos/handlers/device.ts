import type { Command } from "../command.ts";
import type { Handlers, Machine } from "../machine.ts";

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
  machine.list.feed(feedDots);
  machine.list.cut(kind);
}

function kick(machine: Machine, connector: number, command: Command): void {
  if (connector === 0 || connector === 0x30) machine.event("drawer", "drawer kick, pin 2", command);
  if (connector === 1 || connector === 0x31) machine.event("drawer", "drawer kick, pin 5", command);
}

/** The printer itself: reset, page mode, cutter, drawer, buzzer. */
export const deviceHandlers: Handlers = {
  "ESC @"(machine) {
    machine.initialize();
  },
  "ESC ="(machine, command) {
    machine.selected = (command.byte(2) & 1) === 1;
  },
  "ESC L"(machine) {
    if (machine.line.empty) machine.enterPageMode();
  },
  "ESC S"(machine) {
    machine.leavePageMode();
  },
  "ESC FF"(machine) {
    if (machine.inPageMode) machine.printPage();
  },
  FF(machine) {
    if (!machine.inPageMode) {
      machine.line.finishLine();
      return;
    }
    machine.printPage();
    machine.leavePageMode();
  },
  CAN(machine) {
    if (machine.inPageMode) machine.page.clear();
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
  "ESC p"(machine, command) {
    kick(machine, command.byte(2), command);
  },
  "DLE DC4 1"(machine, command) {
    kick(machine, command.byte(3), command);
  },
  "DLE DC4 3"(machine, command) {
    machine.event("buzzer", "beep", command);
  },
  "ESC ( A"(machine, command) {
    // Functions 98 and 99 only say when the printer beeps by itself.
    if (command.byte(5) < 98) machine.event("buzzer", "beep", command);
  },
  "ESC B"(machine, command) {
    machine.event("buzzer", "beep", command);
  },
  Control(machine, command) {
    if (command.bytes.includes(0x07)) machine.event("buzzer", "beep", command);
  },
};
