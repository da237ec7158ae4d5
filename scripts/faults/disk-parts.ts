import type { FaultPart } from "./fault-part.ts";
import { runDeleted } from "./deleted.ts";
import { runDiskFull } from "./disk-full.ts";
import { runDiskStop } from "./disk-stop.ts";

/** Disks that are full, and files that are gone. */
export const DISK_PARTS: Readonly<Record<string, FaultPart>> = {
  disk: {
    what: "Fills its disk",
    async run({ command, seed, folder, print }) {
      const { outcome, faults } = await runDiskFull({ command, seed, folder });
      print(`Full disk: ${outcome}, ${faults.length} faults.`);
      return { faults, figures: { counts: { outcome }, acknowledged: null } };
    },
  },

  "disk-stop": {
    what: "Stops and starts it on a full disk",
    async run({ command, seed, folder, print }) {
      const { outcome, faults } = await runDiskStop({ command, seed, folder });
      print(`Stop and start on a full disk: ${outcome}, ${faults.length} faults.`);
      return { faults, figures: { counts: { outcome }, acknowledged: null } };
    },
  },

  deleted: {
    what: "Takes the database file away from under it",
    async run({ command, seed, folder, rounds, print }) {
      const report = await runDeleted({
        command,
        seed,
        dataFolder: folder,
        rounds: Math.ceil(rounds / 6),
        onRound: print,
      });
      const { acknowledged, refusals, faults } = report;
      print(
        `Deleted file: ${acknowledged} prints acknowledged, ${refusals} requests refused, ${faults.length} faults.`,
      );
      return {
        faults,
        figures: { counts: { rounds: Math.ceil(rounds / 6), "requests refused": refusals }, acknowledged },
      };
    },
  },
};
