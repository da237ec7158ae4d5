import { measureUntil } from "../command-length.ts";
import type { Command } from "../command.ts";
import { beside, drawn, moved, setting, skipped, type CommandRecord } from "../command-record.ts";
import { hexadecimal } from "../dialect.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, outOfRange, type Said } from "../sentence.ts";
import { kick } from "./device.ts";
import { pageEndOf, type PageEnd, type RasterMode } from "./raster-mode.ts";

/** Digits of a number that are looked for before its NUL. Star allows 255; no number that means anything has so many. */
const MAXIMUM_DIGITS = 255;

/** The number that stands in ASCII digits from `index` on. */
function numberAt(command: Command, index: number): number {
  const [digits] = /^\d{0,9}/.exec(command.text(index)) ?? [""];
  return Number(digits);
}

/** A setting of raster mode whose number ends with NUL. @param says the sentence, from the number */
function numbered(
  what: string,
  letter: string,
  set: (raster: RasterMode, n: number, machine: Machine) => void,
  says: (n: number) => Said | string,
  define: typeof setting = setting,
): CommandRecord {
  const digits = 3 + letter.length;
  return define(`ESC * r ${[...letter].join(" ")}`, opcodeOf(letter), what, {
    ...toNul(letter),
    run: (machine, command) => set(machine.rasterMode, numberAt(command, digits), machine),
    says: (_, command) => says(numberAt(command, digits)),
  });
}

/** ESC * r and the letters behind it. */
function opcodeOf(letters: string): string {
  return ["1B 2A 72", ...Array.from(Buffer.from(letters, "latin1"), hexadecimal)].join(" ");
}

/** The length of a command whose digits end with NUL. */
function toNul(letters: string): Pick<CommandRecord, "measure" | "examples"> {
  return {
    measure: measureUntil(0x00, 1, 3 + letters.length, MAXIMUM_DIGITS),
    examples: [`${opcodeOf(letters)} 31 00`],
  };
}

/** A setting that a receipt does not show. */
function unseen(what: string, letter: string): CommandRecord {
  return skipped(`ESC * r ${letter}`, opcodeOf(letter), what, toNul(letter));
}

/** How a page ends, in words. */
function endInWords(n: number): string {
  const end = pageEndOf(n);
  if (end === undefined) return "unknown";
  const feeds = end.feeds ? "feeds to the cutter" : "";
  const cuts = end.cut === undefined ? "" : `${end.cut} cut`;
  return [feeds, cuts].filter((part) => part !== "").join(", ") || "prints alone";
}

function saysEnd(what: string, n: number): Said | string {
  return pageEndOf(n) === undefined ? outOfRange(what, n) : `${what}: ${endInWords(n)}`;
}

/** Ends the page or the document; nothing happens when nothing is on it. */
function endPage(machine: Machine, end: PageEnd): void {
  const ended = machine.rasterMode.endPage(end);
  if (ended?.cut !== undefined) machine.list.cut(ended.cut, ended.feeds);
}

/** Invalid in page mode, as all of raster mode (Star Line Mode specifications). */
function enter(machine: Machine): void {
  if (machine.inPageMode) return;
  machine.line.finishLine();
  machine.rasterMode.enter();
}

function quit(machine: Machine): void {
  const { rasterMode } = machine;
  if (!rasterMode.isOn) return;
  endPage(machine, rasterMode.documentEnd);
  rasterMode.isOn = false;
}

/** The drawers of ESC * r D: 1 and 2, or both for 3. */
function kickDrawers(machine: Machine, n: number): void {
  for (const drawer of [1, 2] as const) if ((n & drawer) !== 0) kick(machine, drawer);
}

/** Raster mode: how it begins and ends, and what is set in it. Source: Star Line Mode specifications, Star Graphic Mode. */
export const rasterCommands: readonly CommandRecord[] = [
  { name: "Unknown ESC * r", bytes: "1B 2A 72 ??", words: "", kind: "unknown" },
  setting("ESC * r R", "1B 2A 72 52", "initialises raster mode", {
    run: ({ rasterMode }) => rasterMode.initialize(),
    says: "Raster mode as it is at the start",
  }),
  moved("ESC * r A", "1B 2A 72 41", "raster mode: rows of dots are commands from here on", {
    beginsJob: true,
    run: enter,
    says: "Raster mode on: rows of dots follow",
    splits: (state) => (state.device = "raster"),
  }),
  beside("ESC * r B", "1B 2A 72 42", "quits raster mode, and ends the document if anything is on it", {
    meaning: "page end",
    run: quit,
    splits: (state) => (state.device = "printer"),
    // Drivers send it behind ESC FF EOT, which has ended the document: no problem.
    says: ({ rasterMode }) =>
      rasterMode.hasRows ? "Quits raster mode: the document ends" : "Quits raster mode",
  }),
  setting("ESC * r C", "1B 2A 72 43", "drops rows that are not printed", {
    run: ({ rasterMode }) => rasterMode.clear(),
    says: "Drops the rows that are not printed",
  }),
  numbered(
    "length of a page",
    "P",
    (raster, n) => {
      if (!raster.hasRows) raster.pageLength = n;
    },
    (n) => (n === 0 ? "Paper without pages" : `Pages of ${count(n, "dot")}`),
  ),
  numbered(
    "how a page ends (ESC FF NUL)",
    "F",
    (raster, n) => {
      if (!raster.hasRows) raster.formFeed = pageEndOf(n) ?? raster.formFeed;
    },
    (n) => saysEnd("A page ends so", n),
  ),
  numbered(
    "how the document ends (ESC FF EOT, ESC * r B)",
    "E",
    (raster, n) => {
      if (!raster.hasRows) raster.documentEnd = pageEndOf(n) ?? raster.documentEnd;
    },
    (n) => saysEnd("The document ends so", n),
  ),
  numbered(
    "drawer kick",
    "D",
    (_, n, machine) => kickDrawers(machine, n),
    (n) => (n >= 1 && n <= 3 ? "Drawer kick" : ignored("Drawer kick", `device ${n} is not known`)),
    (name, bytes, words, details) => beside(name, bytes, words, { ...details, kicksDrawer: true }),
  ),
  numbered(
    "colour of the rows",
    "K",
    (raster, n, { state: { star } }) => {
      // Star Line Mode specifications: ignored where two-colour mode is off (ESC RS C).
      if (star.hasTwoColors) raster.color = n;
    },
    (n) => (n === 0 ? "Rows are black" : "Rows are of the second colour"),
  ),
  numbered(
    "moves down",
    "Y",
    (raster, n) => {
      if (raster.isOn) raster.move(n);
    },
    (n) => `Moves down ${count(n, "dot")}`,
    moved,
  ),
  numbered(
    "left margin",
    "ml",
    (raster, n) => (raster.leftMargin = n * 8),
    (n) => `Left margin: ${count(n * 8, "dot")}`,
  ),
  numbered(
    "right margin",
    "mr",
    (raster, n) => (raster.rightMargin = n * 8),
    (n) => `Right margin: ${count(n * 8, "dot")}`,
  ),
  unseen("print quality", "Q"),
  unseen("feed before the first row", "T"),
  unseen("feed before the first row", "t"),
  unseen("bytes of data that the printer passes over", "N"),
  unseen("buzzer", "V"),
  unseen("sound", "s"),
  unseen("how the document ends, of some models", "e"),
  skipped("ESC * r S", "1B 2A 72 53", "sound"),
  skipped("ESC * r a", "1B 2A 72 61", "begins a block, of printers that emulate others"),
  skipped("ESC * r b", "1B 2A 72 62", "ends a block, of printers that emulate others"),
  beside("ESC FF", "1B 0C n", "ends a page (NUL) or the document (EOT) of raster mode", {
    meaning: "page end",
    run(machine, command) {
      const { rasterMode } = machine;
      if (!rasterMode.isOn) return;
      if (command.byte(2) === 0) endPage(machine, rasterMode.formFeed);
      else if (command.byte(2) === 4) endPage(machine, rasterMode.documentEnd);
    },
    says({ rasterMode }, command) {
      const what = command.byte(2) === 0 ? "Ends the page" : "Ends the document";
      return rasterMode.hasRows ? what : ignored(what, "nothing is on it");
    },
    examples: ["1B 0C 00", "1B 0C 04"],
  }),
];

/** Rows are marks where they have a dot. */
function rowMeaning(command: Command): "mark" | "setting" {
  return command.data(3).some((byte) => byte !== 0) ? "mark" : "setting";
}

/** What is a command in raster mode only. Elsewhere `b` and `k` are letters. */
export const rasterRowCommands: readonly CommandRecord[] = [
  drawn("b", "62 n:2 []", "one row of dots, and on to the next row", {
    meaning: rowMeaning,
    actsTruncated: true,
    device: "raster",
    run({ rasterMode }, command) {
      if (!rasterMode.isOn) return;
      rasterMode.fill(command.data(3));
      rasterMode.endRow();
    },
    says: (_, command) => `Row of ${count(command.word(1) * 8, "dot")}`,
    examples: ["62 02 00 AA 55"],
  }),
  drawn("k", "6B n:2 []", "dots of a row that more may be put over", {
    meaning: rowMeaning,
    actsTruncated: true,
    device: "raster",
    run({ rasterMode }, command) {
      if (rasterMode.isOn) rasterMode.fill(command.data(3));
    },
    says: (_, command) => `${count(command.word(1) * 8, "dot")} of a row, which stays open`,
    examples: ["6B 02 00 AA 55"],
  }),
];
