import type { FaultPart } from "./fault-part.ts";
import { runClockSteps } from "./clock-steps.ts";
import { runFloods } from "./flood.ts";
import { runForeignPage } from "./foreign-page.ts";
import { runPrinterFuzz } from "./printer-fuzz.ts";

/** What comes from outside: clocks, bytes, pages and floods. */
export const NETWORK_PARTS: Readonly<Record<string, FaultPart>> = {
  clock: {
    what: "Sets the machine's clock, by an hour and by ten years, while tills print by every protocol",
    async run({ command, folder, print }) {
      const report = await runClockSteps({ command, folder, onRound: print });
      const { acknowledged, delivered, told, longestSilence, faults } = report;
      if (acknowledged === null) print("Clock: left out, a process cannot be given a clock of its own here.");
      else {
        print(`Clock: ${acknowledged} jobs acknowledged, ${delivered} passed on, ${told} told to a webhook.`);
        print(`  On an open connection a job was stored after ${Math.round(longestSilence)} ms at most.`);
        print(`  ${faults.length} faults.`);
      }
      return {
        faults,
        figures:
          acknowledged === null
            ? null
            : { counts: { "passed on": delivered, "told to a webhook": told }, acknowledged },
      };
    },
  },

  fuzz: {
    what: "Sends random and mutated bytes by every printing protocol, for `--seconds`",
    async run({ command, seed, folder, seconds, print }) {
      const { outcome, faults } = await runPrinterFuzz({
        command,
        seed,
        dataFolder: folder,
        seconds,
        onRound: print,
      });
      print(`Fuzzed printers: ${outcome}; ${faults.length} faults.`);
      return { faults, figures: { counts: { seconds, outcome }, acknowledged: null } };
    },
  },

  "foreign-page": {
    what: "Opens web pages in Chromium that try to open the drawer at a real printer",
    async run({ command, folder, print }) {
      const { outcome, faults } = await runForeignPage({ command, dataFolder: folder, onRound: print });
      print(`Foreign pages: ${outcome}; ${faults.length} faults.`);
      return { faults, figures: { counts: { outcome }, acknowledged: null } };
    },
  },

  flood: {
    what: "Floods it in every way while a till prints, each for a third of `--seconds`",
    async run({ command, folder, seconds, print }) {
      const faults = await runFloods({ command, folder, seconds: seconds / 3, onRound: print });
      print(`Floods: ${faults.length} faults.`);
      return { faults, figures: { counts: { seconds }, acknowledged: null } };
    },
  },
};
