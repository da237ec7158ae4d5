import { beside, setting, skipped, type CommandAct, type CommandRecord } from "../command-record.ts";
import type { Machine } from "../machine.ts";
import { outOfRange, standardModeOnly } from "../sentence.ts";
import { starNumber } from "./parameter.ts";

/** Cuts the paper at the end of the line; the next page begins there. */
export function cut(machine: Machine, kind: "full" | "partial", feeds: boolean): void {
  if (machine.inPageMode) return;
  machine.line.finishLine();
  machine.list.cut(kind, feeds);
  machine.state.star.pageTop = machine.list.y;
}

/** ESC d: 2 and 3 feed to the cutter first. */
const CUTS = [
  { kind: "full", feeds: false, words: "Cut, full" },
  { kind: "partial", feeds: false, words: "Cut, partial" },
  { kind: "full", feeds: true, words: "Cut, full, after feeding to the cutter" },
  { kind: "partial", feeds: true, words: "Cut, partial, after feeding to the cutter" },
] as const;

/** Milliseconds of a pulse until ESC BEL sets others (Star Line Mode specifications). */
const PULSE = { on: 200, off: 200 } as const;

/** Kicks the drawer of one of the two connectors. */
export function kick(machine: Machine, device: 1 | 2): void {
  machine.event("drawer", `drawer kick, device ${device}`, { connector: device, ...PULSE });
}

/** The pulse of one of the two connectors. */
function pulse(device: 1 | 2): CommandAct & Pick<CommandRecord, "kicksDrawer"> {
  return {
    kicksDrawer: true,
    run: (machine) => kick(machine, device),
    says: `Drawer kick, device ${device}`,
  };
}

/** The printer itself: reset, cutter, drawer, buzzer. */
export const deviceCommands: readonly CommandRecord[] = [
  setting("ESC @", "1B 40", "resets all modes", {
    beginsJob: true,
    run: (machine) => machine.initialize(),
    says: ({ surface }) =>
      surface.empty ? "Resets all modes" : "Resets all modes; what is in the line is dropped",
    splits: (state) => (state.device = "printer"),
    survey: (_, coding) => coding.reset(),
    printedCount: "perhaps anew",
    answer: ({ star }) => star.forgetSymbols(),
  }),
  setting("CAN", "18", "drops what is not printed yet and resets all modes", {
    run: (machine) => machine.initialize(),
    says: "Drops what is not printed yet, and resets all modes",
    splits: (state) => (state.device = "printer"),
    survey: (_, coding) => coding.reset(),
    printedCount: "perhaps anew",
    answer({ star }) {
      star.forgetSymbols();
      star.clearCount();
    },
  }),
  beside("ESC d", "1B 64 n", "cut, after feeding if asked", {
    meaning: (command) => (starNumber(command, 2) < CUTS.length ? "cut" : "setting"),
    run(machine, command) {
      const how = CUTS[starNumber(command, 2)];
      if (how !== undefined) cut(machine, how.kind, how.feeds);
    },
    says({ inPageMode }, command) {
      const how = CUTS[starNumber(command, 2)];
      return how === undefined ? outOfRange("Cut", command.byte(2)) : standardModeOnly(inPageMode, how.words);
    },
  }),
  beside("BEL", "07", "drawer kick, device 1", pulse(1)),
  beside("FS", "1C", "drawer kick, device 1, at once", pulse(1)),
  beside("SUB", "1A", "drawer kick, device 2", pulse(2)),
  beside("EM", "19", "drawer kick, device 2, at once", pulse(2)),
  skipped("ESC BEL", "1B 07 n1 n2", "times of the pulse for device 1; it fires nothing"),
  beside("ESC GS BEL", "1B 1D 07 m t1 t2", "buzzer", {
    run: (machine) => machine.event("buzzer", "beep"),
    says: "Buzzer",
  }),
  skipped("ESC GS EM DC1", "1B 1D 19 11 m n1 n2", "times of the external buzzer; it sounds nothing"),
  beside("ESC GS EM DC2", "1B 1D 19 12 m n1 n2", "external buzzer", {
    run: (machine) => machine.event("buzzer", "beep"),
    says: "External buzzer",
  }),
];
