import { runBackupKills } from "./backup-kill.ts";
import { runClockSteps } from "./clock-steps.ts";
import { runCrashLoop } from "./crash-loop.ts";
import { runDeleted } from "./deleted.ts";
import { runDiskFull } from "./disk-full.ts";
import { runDiskStop } from "./disk-stop.ts";
import { runFloods } from "./flood.ts";
import { runForeignPage } from "./foreign-page.ts";
import { runIndexCrashes } from "./index-crash.ts";
import { runMigrationKills } from "./migration-kill.ts";
import { runPrinterCrashes } from "./printer-crash.ts";
import { runPrinterFuzz } from "./printer-fuzz.ts";
import { runPurgeKills } from "./purge-kill.ts";
import { runUpdateKills } from "./update-kill.ts";
import { runRestores } from "./restore.ts";
import { runRestoreKills } from "./restore-kill.ts";

/** What a part of `bun run faults` is given. */
export interface FaultRun {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** Of its random choices. */
  readonly seed: number;
  /** An empty folder of its own. */
  readonly folder: string;
  readonly rounds: number;
  /** Clients of the API, and connections to printers. */
  readonly clients: number;
  readonly connections: number;
  /** How long a part goes on that has no rounds. */
  readonly seconds: number;
  /** Writes a line for the person who watches. */
  readonly print: (line: string) => void;
}

/** Runs a part, prints its figures, and tells every loss and wrong answer. */
type FaultPart = (run: FaultRun) => Promise<readonly string[]>;

/** All parts, in the order in which they run. */
export const FAULT_PARTS: Readonly<Record<string, FaultPart>> = {
  /** Kills the service while clients write, again and again. */
  async crash({ command, seed, folder, rounds, clients, print }) {
    const { acknowledged, faults } = await runCrashLoop({
      command,
      seed,
      dataFolder: folder,
      rounds,
      clients,
      longestLifeMilliseconds: 1500,
      onRound: print,
    });
    print(`Crash loop: ${acknowledged} prints acknowledged, ${faults.length} faults.`);
    return faults;
  },

  /** Kills it while it builds its search index, whose answers must stay right. */
  async index({ command, seed, folder, rounds, print }) {
    const { halfWritten, faults } = await runIndexCrashes({
      command,
      seed,
      dataFolder: folder,
      rounds: Math.ceil(rounds / 2),
      prints: 9000,
      onRound: print,
    });
    print(`Index: ${halfWritten} kills left a segment half written, ${faults.length} faults.`);
    return faults;
  },

  /** Fills its disk. */
  async disk({ command, seed, folder, print }) {
    const { outcome, faults } = await runDiskFull({ command, seed, folder });
    print(`Full disk: ${outcome}, ${faults.length} faults.`);
    return faults;
  },

  /** Stops and starts it on a full disk. */
  async "disk-stop"({ command, seed, folder, print }) {
    const { outcome, faults } = await runDiskStop({ command, seed, folder });
    print(`Stop and start on a full disk: ${outcome}, ${faults.length} faults.`);
    return faults;
  },

  /** Puts backups back over what kills left. */
  async restore({ command, seed, folder, rounds, clients, print }) {
    const report = await runRestores({
      command,
      seed,
      folder,
      rounds: Math.ceil(rounds / 3),
      clients,
      onRound: print,
    });
    const { acknowledged, afterBackup, faults } = report;
    print(
      `Restore: ${acknowledged} prints acknowledged before backups, ${afterBackup} after, ${faults.length} faults.`,
    );
    return faults;
  },

  /** Kills it while it makes backups, and restores the newest after each kill. */
  async "backup-kill"({ command, seed, folder, rounds, print }) {
    const report = await runBackupKills({ command, seed, folder, rounds, onRound: print });
    const { acknowledged, snapshots, segments, longestLag, faults } = report;
    print(
      `Backup, killed: ${acknowledged} prints acknowledged, ${snapshots} snapshots with ${segments} segments at the end.`,
    );
    print(`  The newest was ${Math.round(longestLag)} ms old at most; ${faults.length} faults.`);
    return faults;
  },

  /** Kills `tillroll restore`, in the midst of its swap too. */
  async "restore-kill"({ command, seed, folder, rounds, print }) {
    const { kills, restored, faults } = await runRestoreKills({
      command,
      seed,
      folder,
      rounds,
      onRound: print,
    });
    print(`Restore, killed: ${kills} kills, ${restored} of ${rounds} restored, ${faults.length} faults.`);
    return faults;
  },

  /** Kills it while it brings the database of an older version up to date. */
  async "migration-kill"({ command, seed, folder, rounds, print }) {
    const { old, migrated, faults } = await runMigrationKills({
      command,
      seed,
      folder,
      rounds,
      onRound: print,
    });
    print(
      `Migration, killed: ${old} at the old schema, ${migrated} at the new one, ${faults.length} faults.`,
    );
    return faults;
  },

  /** Kills it while prints are deleted, purged and erased. */
  async "purge-kill"({ command, seed, folder, rounds, print }) {
    const { stored, erased, purged, faults } = await runPurgeKills({
      command,
      seed,
      folder,
      rounds,
      onRound: print,
    });
    print(
      `Purge, killed: ${stored} prints stored, ${erased} erased, ${purged} purged, ${faults.length} faults.`,
    );
    return faults;
  },

  /** Kills `tillroll update`, while prints come in. */
  async "update-kill"({ command, seed, folder, rounds, print }) {
    const [binary = "", ...source] = command;
    if (source.length > 0) {
      print("Update, killed: left out, it is of an executable; name one with --binary.");
      return [];
    }
    const report = await runUpdateKills({ binary, seed, folder, rounds, onRound: print });
    const { kills, installed, meanwhile, faults } = report;
    print(
      `Update, killed: ${kills} kills, ${installed} of ${rounds} installed, ${meanwhile} prints meanwhile.`,
    );
    print(`  ${faults.length} faults.`);
    return faults;
  },

  /** Takes the database file away from under it. */
  async deleted({ command, seed, folder, rounds, print }) {
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
    return faults;
  },

  /** Kills it while many connections print on its printers. */
  async printers({ command, seed, folder, rounds, connections, print }) {
    const report = await runPrinterCrashes({
      command,
      seed,
      dataFolder: folder,
      clients: connections,
      jobs: 50,
      kills: Math.ceil(rounds / 3),
      onRound: print,
    });
    const { acknowledged, attempts, prints, recovered, unacknowledged, faults } = report;
    print(`Printers: ${acknowledged} jobs acknowledged in ${attempts} attempts, ${prints} prints.`);
    print(
      `  ${recovered} jobs were finished from the spool; ${unacknowledged} are there whose answer a kill took.`,
    );
    print(`  ${faults.length} faults.`);
    return faults;
  },

  /** Sets the machine's clock, by an hour and by ten years, while tills print by every protocol. */
  async clock({ command, seed, folder, print }) {
    const report = await runClockSteps({ command, seed, folder, onRound: print });
    const { acknowledged, delivered, told, longestSilence, faults } = report;
    if (acknowledged === null) print("Clock: left out, a process cannot be given a clock of its own here.");
    else {
      print(`Clock: ${acknowledged} jobs acknowledged, ${delivered} passed on, ${told} told to a webhook.`);
      print(`  On an open connection a job was stored after ${Math.round(longestSilence)} ms at most.`);
      print(`  ${faults.length} faults.`);
    }
    return faults;
  },

  /** Sends random and mutated bytes by every printing protocol, for `--seconds`. */
  async fuzz({ command, seed, folder, seconds, print }) {
    const { outcome, faults } = await runPrinterFuzz({
      command,
      seed,
      dataFolder: folder,
      seconds,
      onRound: print,
    });
    print(`Fuzzed printers: ${outcome}; ${faults.length} faults.`);
    return faults;
  },

  /** Opens web pages in Chromium that try to open the drawer at a real printer. */
  async "foreign-page"({ command, folder, print }) {
    const { outcome, faults } = await runForeignPage({ command, dataFolder: folder, onRound: print });
    print(`Foreign pages: ${outcome}; ${faults.length} faults.`);
    return faults;
  },

  /** Floods it in every way while a till prints, each for a third of `--seconds`. */
  async flood({ command, seed, folder, seconds, print }) {
    const faults = await runFloods({ command, seed, folder, seconds: seconds / 3, onRound: print });
    print(`Floods: ${faults.length} faults.`);
    return faults;
  },
};
