import { peek } from "../command-length.ts";
import { KANJI_CHARACTER_BYTES, type Command, type Measure, type ScanState } from "../command.ts";
import { beside, setting, type CommandRecord } from "../command-record.ts";
import { showDisplay } from "../customer-display.ts";
import { printLogo } from "../logos.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, outOfRange, skips, standardModeOnly, type Said } from "../sentence.ts";

interface Cut {
  readonly kind: "full" | "partial";
  readonly feeds: boolean;
}

/** GS V: 0 and 1 cut here, 65 and 66 feed first; 97 and 103 on are the same with a cut later. */
const CUTS: ReadonlyMap<number, Cut> = new Map(
  [0, 48, 65, 97, 103].flatMap((m): [number, Cut][] => [
    [m, { kind: "full", feeds: m >= 65 }],
    [m + 1, { kind: "partial", feeds: m >= 65 }],
  ]),
);

/** FS ( L: the positions that labels and black marks are fed to. */
const LABEL_FEEDS: ReadonlyMap<number, string> = new Map([
  [65, "to the peeling position"],
  [66, "to the cutting position"],
  [67, "to the start of the next label"],
]);

/** ESC p m t1 t2; some senders leave out t1 t2, and the next command must not be swallowed. */
const measurePulse: Measure = (bytes, start, end) => {
  if (end - start < 3) return 3;
  if (startsCommand(peek(bytes, start, end, 2))) return 2;
  if (end - start < 4) return 4;
  return startsCommand(peek(bytes, start, end, 3)) ? 3 : 5;
};

/** Milliseconds of the pulse that most software sends: ESC p 0 50 250. */
const USUAL_PULSE = { on: 100, off: 500 } as const;

/** True for a byte that starts a command rather than being a pulse time. */
function startsCommand(byte: number): boolean {
  return byte === 0x1b || byte === 0x1d;
}

function cut(machine: Machine, { kind, feeds }: Cut, feedDots: number): void {
  if (machine.inPageMode) return;
  machine.line.finishLine();
  printLogo(machine, "bottom");
  machine.list.feed(feedDots);
  machine.list.cut(kind, feeds);
  machine.logos.receiptEnded();
}

/** What cuts partially alone takes a full cut for one. */
function kindOn({ state }: Machine, { kind }: Cut): Cut["kind"] {
  return state.model.cutter === "partial" ? "partial" : kind;
}

const PARTIAL_CUT: Partial<CommandRecord> = {
  needs: "cutter",
  meaning: "cut",
  run: (machine) => cut(machine, { kind: "partial", feeds: false }, 0),
  says: ({ inPageMode }) => standardModeOnly(inPageMode, "Cut, partial"),
};

/**
 * Kicks the drawer of a connector, 0 or 1 or their digits.
 *
 * @param on,off milliseconds of the pulse; usual ones where the print says none
 */
export function kick(machine: Machine, connector: number, on = 0, off = 0): void {
  const pin = pinOf(connector);
  if (pin === undefined) return;
  const pulse = {
    connector: pin === 2 ? 1 : 2,
    on: on || USUAL_PULSE.on,
    off: off || USUAL_PULSE.off,
  } as const;
  machine.event("drawer", `drawer kick, pin ${pin}`, pulse);
}

/** What {@link kick} will do, in words. */
export function saysKick(connector: number): Said | string {
  const pin = pinOf(connector);
  if (pin !== undefined) return `Drawer kick, pin ${pin}`;
  const isDigit = (connector & 0x30) === 0 || (connector & 0x30) === 0x30;
  if (!isDigit) return outOfRange("Drawer kick, connector", connector);
  return ignored("Drawer kick", `connector ${connector} is not known`);
}

function pinOf(connector: number): 2 | 5 | undefined {
  if (connector === 0 || connector === 0x30) return 2;
  return connector === 1 || connector === 0x31 ? 5 : undefined;
}

/** Only the display listens when bit 1 is set alone; with both, the printer's reading counts. */
function selectDevice(state: ScanState, command: Command): void {
  state.device = (command.byte(2) & 0x03) === 0x02 ? "display" : "printer";
}

/** ESC =: both devices take it. */
export const SELECT_DEVICE: CommandRecord = setting(
  "ESC =",
  "1B 3D n",
  "chooses printer or customer display",
  {
    actsDeselected: true,
    run(machine, command) {
      showDisplay(machine);
      machine.selected = command.isOn();
    },
    says(_, command) {
      const n = command.byte(2);
      const devices = [...(n & 1 ? ["the printer"] : []), ...(n & 2 ? ["the customer display"] : [])];
      return devices.length === 0
        ? "What follows goes to no device"
        : `What follows goes to ${devices.join(" and ")}`;
    },
    splits: selectDevice,
    examples: ["1B 3D 01"],
  },
);

/** The printer itself: reset, cutter, drawer, buzzer, customer display. */
export const deviceCommands: readonly CommandRecord[] = [
  SELECT_DEVICE,
  setting("ESC @", "1B 40", "resets all modes", {
    beginsJob: true,
    run: (machine) => machine.initialize(),
    says: ({ surface }) =>
      surface.empty ? "Resets all modes" : "Resets all modes; what is in the line is dropped",
    splits: (state) => (state.kanjiCharacterBytes = KANJI_CHARACTER_BYTES),
    survey: (_, coding) => coding.reset(),
    answer: (printer) => printer.deleteAllGraphics("downloaded"),
  }),
  beside("ESC i", "1B 69", "partial cut", PARTIAL_CUT),
  beside("ESC m", "1B 6D", "partial cut", PARTIAL_CUT),
  beside("GS V", "1D 56 m", "cut, after feeding if asked", {
    meaning: (command) => (CUTS.has(command.byte(2)) ? "cut" : "setting"),
    needs: "cutter",
    measure: (bytes, start, end) => (CUTS.get(peek(bytes, start, end, 2))?.feeds === true ? 4 : 3),
    run(machine, command) {
      const how = CUTS.get(command.byte(2));
      if (how === undefined) return;
      cut(machine, { ...how, kind: kindOn(machine, how) }, machine.state.vertical(command.byte(3)));
    },
    says(machine, command) {
      const { inPageMode, state } = machine;
      const how = CUTS.get(command.byte(2));
      if (how === undefined) return outOfRange("Cut", command.byte(2));
      const feed = state.vertical(command.byte(3));
      const after = how.feeds && feed > 0 ? `, after feeding ${count(feed, "dot")}` : "";
      return standardModeOnly(inPageMode, `Cut, ${kindOn(machine, how)}${after}`);
    },
    examples: ["1D 56 00", "1D 56 31", ...["41", "42", "61", "62", "67", "68"].map((m) => `1D 56 ${m} 04`)],
  }),
  beside("FS ( L", "1C 28 4C p:2 [fn m]", "feeds to a label or black mark", {
    meaning: "setting",
    run(machine, command) {
      const label = LABEL_FEEDS.get(command.byte(5));
      if (label === undefined || machine.inPageMode) return;
      machine.line.finishLine();
      machine.event("paper", `feed ${label}`);
    },
    says({ inPageMode }, command) {
      const what = LABEL_FEEDS.get(command.byte(5));
      return what === undefined ? skips("Settings of labels") : standardModeOnly(inPageMode, `Feeds ${what}`);
    },
    unanswered: "functions 34, 48: paper layout of label printers",
    examples: ["1C 28 4C 02 00 41 30"],
  }),
  beside("ESC p", "1B 70 m t1 t2", "drawer kick", {
    kicksDrawer: true,
    measure: measurePulse,
    actsTruncated: true,
    // Units of 2 ms.
    run: (machine, command) => kick(machine, command.byte(2), 2 * command.byte(3), 2 * command.byte(4)),
    says: (_, command) => saysKick(command.byte(2)),
    examples: ["1B 70 00 32 64"],
  }),
  beside("ESC ( A", "1B 28 41 p:2 []", "buzzer", {
    run(machine, command) {
      // Functions 98 and 99 only say when the printer beeps by itself.
      if (command.byte(5) < 98) machine.event("buzzer", "beep");
    },
    says: (_, command) => (command.byte(5) < 98 ? "Buzzer" : skips("When the buzzer sounds by itself")),
    examples: ["1B 28 41 03 00 61 01 01"],
  }),
  beside("ESC B", "1B 42 n t", "buzzer (clones)", {
    run: (machine) => machine.event("buzzer", "beep"),
    says: (_, command) => `Buzzer, ${count(command.byte(2), "time")}`,
  }),
];
