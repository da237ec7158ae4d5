import type { Command } from "../../escpos/command.ts";
import { keyLabel } from "../../escpos/graphics-store.ts";
import { bit0, count, ignored, outOfRange, skips, type Describers, type Said } from "../sentence.ts";
import { standardModeOnly } from "./position.ts";

/** GS V by its parameter: the kind of cut, and whether it feeds first. */
const CUTS: ReadonlyMap<number, readonly [kind: "full" | "partial", feeds: boolean]> = new Map([
  [0, ["full", false]],
  [1, ["partial", false]],
  [48, ["full", false]],
  [49, ["partial", false]],
  [65, ["full", true]],
  [66, ["partial", true]],
  [97, ["full", true]],
  [98, ["partial", true]],
  [103, ["full", true]],
  [104, ["partial", true]],
]);

const LABEL_FEEDS: Readonly<Record<number, string>> = {
  65: "Feeds to the peeling position",
  66: "Feeds to the cutting position",
  67: "Feeds to the start of the next label",
};

/** The printer itself: reset, cutter, drawer, buzzer, customer display, logos. */
export const deviceSentences: Describers = {
  "ESC @": (_command, { surface }) =>
    surface.empty ? "Resets all modes" : "Resets all modes; what is in the line is dropped",
  "ESC ="(command) {
    const n = command.byte(2);
    const devices = [...(n & 1 ? ["the printer"] : []), ...(n & 2 ? ["the customer display"] : [])];
    return devices.length === 0
      ? "What follows goes to no device"
      : `What follows goes to ${devices.join(" and ")}`;
  },
  "ESC i": (_command, { inPageMode }) => standardModeOnly(inPageMode, "Cut, partial"),
  "ESC m": (_command, { inPageMode }) => standardModeOnly(inPageMode, "Cut, partial"),
  "GS V"(command, { inPageMode, state }) {
    const cut = CUTS.get(command.byte(2));
    if (cut === undefined) return outOfRange("Cut", command.byte(2));
    const feed = state.vertical(command.byte(3));
    const after = cut[1] && feed > 0 ? `, after feeding ${count(feed, "dot")}` : "";
    return standardModeOnly(inPageMode, `Cut, ${cut[0]}${after}`);
  },
  "FS ( L"(command, { inPageMode }) {
    const what = LABEL_FEEDS[command.byte(5)];
    return what === undefined ? skips("Settings of labels") : standardModeOnly(inPageMode, what);
  },
  "ESC p": (command) => kick(command.byte(2)),
  "DLE DC4 1": (command) => kick(command.byte(3)),
  "DLE DC4 3": () => "Buzzer, at once",
  "ESC ( A": (command) => (command.byte(5) < 98 ? "Buzzer" : skips("When the buzzer sounds by itself")),
  "ESC B": (command) => `Buzzer, ${count(command.byte(2), "time")}`,
  "ESC v": (command) =>
    command.length > 2 ? "Drawer kick" : skips("Asks for the state of the paper sensor"),
  "GS F9 5": (command) => `Command set: ${command.digit(3) === 0 ? "Bematech's own" : "ESC/POS"}`,
  "FS ( E"(command) {
    const place = command.byte(7) === 49 ? "bottom" : "top";
    const key = keyLabel(command.byte(7) * 256 + command.byte(8));
    switch (command.byte(5)) {
      case 60:
        return `No ${place} logo any more`;
      case 62:
        return `Top logo of each receipt: NV graphic ${key}`;
      case 63:
        return `Bottom logo of each receipt: NV graphic ${key}`;
      case 65:
        return `The ${place} logo is ${bit0(command, 8) ? "printed" : "not printed"}`;
      default:
        return skips("Setting of logos");
    }
  },
};

function kick(connector: Command["length"]): Said | string {
  const pin = connector & ~0x30;
  if (connector !== pin && connector !== (pin | 0x30)) return outOfRange("Drawer kick, connector", connector);
  if (pin > 1) return ignored("Drawer kick", `connector ${connector} is not known`);
  return `Drawer kick, pin ${pin === 0 ? 2 : 5}`;
}
