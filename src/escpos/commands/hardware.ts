import { request, skipped, type CommandRecord } from "../command-record.ts";

/** Cheques are read and scanned by printers of another kind. */
const CHEQUES = { unanswered: "reading and scanning of cheques" };

/** What printers of other kinds do, such as those for slips and cheques, and what stays in the printer. */
export const hardwareCommands: readonly CommandRecord[] = [
  skipped("ESC ( Y", "1B 28 59 p:2 []", "when a page is put together, not what is on it", {
    examples: ["1B 28 59 02 00 01 00"],
  }),
  skipped("ESC <", "1B 3C", "moves the print head of impact printers home"),
  skipped("ESC C", "1B 43 n", "length of a slip"),
  skipped("ESC U", "1B 55 n", "print direction of impact printers"),
  skipped("ESC c 0", "1B 63 30 n", "paper source of printers with slips"),
  skipped("ESC c 1", "1B 63 31 n", "paper source that settings are for"),
  skipped("ESC c 3", "1B 63 33 n", "paper sensors"),
  skipped("ESC c 4", "1B 63 34 n", "paper sensors"),
  skipped("ESC c 5", "1B 63 35 n", "buttons of the panel"),
  skipped("ESC f", "1B 66 t1 t2", "waits for a slip"),
  skipped("ESC o", "1B 6F", "stamps a slip"),
  skipped("ESC q", "1B 71", "lets go of a slip"),
  request("FS ( f", "1C 28 66 p:2 [fn m]", "reads cheques", CHEQUES),
  request("FS ( g", "1C 28 67 p:2 [fn m]", "scans cheques", CHEQUES),
  skipped("FS L", "1C 4C", "a page mode of printers no longer made; others ignore it"),
  skipped("FS a 0", "1C 61 30 n", "reads cheques", CHEQUES),
  skipped("FS a 1", "1C 61 31", "reads cheques", CHEQUES),
  skipped("FS a 2", "1C 61 32", "reads cheques", CHEQUES),
  request("FS b", "1C 62", "reads cheques", CHEQUES),
  skipped("FS c", "1C 63", "reads cheques", CHEQUES),
  skipped("GS ( B", "1D 28 42 p:2 [m]", "status of slips", { unanswered: "status of slips" }),
  skipped("GS ( D", "1D 28 44 p:2 [m]", "allows real-time commands"),
  skipped("GS ( G", "1D 28 47 p:2 [fn]", "slips and cheques", { unanswered: "slips and cheques" }),
  skipped("GS ( J", "1D 28 4A p:2 [m n]", "sent by Epson's driver; no effect is documented"),
  skipped("GS ( K", "1D 28 4B p:2 [fn m]", "density, speed and current of the print head"),
  skipped("GS ( M", "1D 28 4D p:2 [fn m]", "saves and loads settings kept in the printer"),
  skipped("GS ( z", "1D 28 7A p:2 [fn]", "cheques", { unanswered: "cheques" }),
  skipped("GS E", "1D 45 n", "print speed of impact printers"),
  skipped("GS z 0", "1D 7A 30 t1 t2", "how long the printer waits before it cuts or sleeps"),
];
