import { runArchiveKills } from "./archive-kill.ts";
import { DOUBLES, type FaultPart } from "./fault-part.ts";
import { runBackupKills } from "./backup-kill.ts";
import { runCrashLoop } from "./crash-loop.ts";
import { runIndexCrashes } from "./index-crash.ts";
import { runMigrationKills } from "./migration-kill.ts";
import { runMixedKills } from "./mixed-kill.ts";
import { runPrinterCrashes } from "./printer-crash.ts";
import { runPurgeKills } from "./purge-kill.ts";
import { runUpdateKills } from "./update-kill.ts";
import { runRestores } from "./restore.ts";
import { runRestoreKills } from "./restore-kill.ts";

/** Instances that run at once on the database of an archive. */
const INSTANCES_OF_ARCHIVE = 3;

/** Kills, at moments of which nobody was told. */
export const KILL_PARTS: Readonly<Record<string, FaultPart>> = {
  crash: {
    what: "Kills the service while clients write, again and again",
    async run({ command, seed, folder, rounds, clients, print }) {
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
      return { faults, figures: { counts: { kills: rounds }, acknowledged } };
    },
  },

  "mixed-kill": {
    what:
      "Kills it while clients print by every protocol, relabel, delete, erase, search and seal the journal, and while it passes " +
      "prints on, runs rules and builds its index; the journals are verified too",
    async run({ command, seed, folder, rounds, clients, print }) {
      const report = await runMixedKills({ command, folder, seed, rounds, clients, onRound: print });
      const { kills, acknowledged, lost, wrong, doubles, passedOn, faults } = report;
      print(
        `Mixed load, killed: ${acknowledged} acknowledged in ${kills} rounds, ${lost} lost, ${wrong} wrong.`,
      );
      const counts = {
        kills,
        "passed on": passedOn,
        [DOUBLES]: doubles,
      };
      return { faults, figures: { counts, acknowledged, lost, wrong } };
    },
  },

  index: {
    what: "Kills it while it builds its search index, whose answers must stay right",
    async run({ command, seed, folder, rounds, print }) {
      const { halfWritten, faults } = await runIndexCrashes({
        command,
        seed,
        dataFolder: folder,
        rounds: Math.ceil(rounds / 2),
        prints: 9000,
        onRound: print,
      });
      print(`Index: ${halfWritten} kills left a segment half written, ${faults.length} faults.`);
      return {
        faults,
        figures: {
          counts: { kills: Math.ceil(rounds / 2), "segments half written": halfWritten },
          acknowledged: null,
        },
      };
    },
  },

  printers: {
    what: "Kills it while many connections print on its printers",
    async run({ command, seed, folder, rounds, connections, print }) {
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
      return {
        faults,
        figures: {
          counts: { kills: Math.ceil(rounds / 3), attempts, "finished from the spool": recovered },
          acknowledged,
        },
      };
    },
  },

  restore: {
    what: "Puts backups back over what kills left",
    async run({ command, seed, folder, rounds, clients, print }) {
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
      return {
        faults,
        figures: {
          counts: { restores: Math.ceil(rounds / 3), "acknowledged after the backup": afterBackup },
          acknowledged,
        },
      };
    },
  },

  "backup-kill": {
    what: "Kills it while it makes backups, and restores the newest after each kill",
    async run({ command, seed, folder, rounds, print }) {
      const report = await runBackupKills({ command, seed, folder, rounds, onRound: print });
      const { acknowledged, snapshots, segments, longestLag, faults } = report;
      print(
        `Backup, killed: ${acknowledged} prints acknowledged, ${snapshots} snapshots with ${segments} segments at the end.`,
      );
      print(`  The newest was ${Math.round(longestLag)} ms old at most; ${faults.length} faults.`);
      return { faults, figures: { counts: { kills: rounds, snapshots, segments }, acknowledged } };
    },
  },

  "restore-kill": {
    what: "Kills `tillroll restore`, in the midst of its swap too",
    async run({ command, seed, folder, rounds, print }) {
      const { kills, restored, faults } = await runRestoreKills({
        command,
        seed,
        folder,
        rounds,
        onRound: print,
      });
      print(`Restore, killed: ${kills} kills, ${restored} of ${rounds} restored, ${faults.length} faults.`);
      return { faults, figures: { counts: { kills, restored }, acknowledged: null } };
    },
  },

  "migration-kill": {
    what: "Kills it while it brings the database of an older version up to date",
    async run({ command, seed, folder, rounds, print }) {
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
      return {
        faults,
        figures: {
          counts: { kills: rounds, "at the old schema": old, "at the new one": migrated },
          acknowledged: null,
        },
      };
    },
  },

  "purge-kill": {
    what: "Kills it while prints are deleted, purged and erased",
    async run({ command, seed, folder, rounds, print }) {
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
      return { faults, figures: { counts: { kills: rounds, erased, purged }, acknowledged: stored } };
    },
  },

  "update-kill": {
    what: "Kills `tillroll update`, while prints come in",
    async run({ command, seed, folder, rounds, print }) {
      const [binary = "", ...source] = command;
      if (source.length > 0) {
        print("Update, killed: left out, it is of an executable; name one with --binary.");
        return { faults: [], figures: null };
      }
      const report = await runUpdateKills({ binary, seed, folder, rounds, onRound: print });
      const { kills, installed, meanwhile, faults } = report;
      print(
        `Update, killed: ${kills} kills, ${installed} of ${rounds} installed, ${meanwhile} prints meanwhile.`,
      );
      print(`  ${faults.length} faults.`);
      return { faults, figures: { counts: { kills, installed }, acknowledged: meanwhile } };
    },
  },

  archive: {
    what:
      "Kills shops, instances of an archive and its PostgreSQL while the shops store, change, delete and erase, restores and clones " +
      "shops, and cuts, halves, doubles and delays requests and answers between them; then compares all by hash",
    async run({ command, seed, folder, rounds, shops, print }) {
      const report = await runArchiveKills({
        command,
        folder,
        seed,
        shops,
        instances: INSTANCES_OF_ARCHIVE,
        kills: rounds,
        restores: Math.ceil(rounds / 20),
        clones: Math.min(shops, Math.ceil(rounds / 100)),
        offline: Math.ceil(rounds / 50),
        onRound: print,
      });
      if (report === null) {
        print("Archive: left out, PostgreSQL is not here.");
        return { faults: [], figures: null };
      }
      const { kills, restores, clones, offline, requests, spoilt, onlyArchived, later, falseRestores } =
        report;
      const { prints, lost, wrong, faults } = report;
      print(
        `Archive: ${prints} prints of ${shops} shops, ${lost} lost, ${wrong} wrong, ${falseRestores} false restores.`,
      );
      const counts = {
        shops,
        "instances of the archive": INSTANCES_OF_ARCHIVE,
        "kills of hosts of shops": kills.hosts,
        "of instances": kills.instances,
        "of PostgreSQL": kills.postgresql,
        restores,
        clones,
        "shops cut off for long": offline,
        requests,
        "of these spoilt on the way": spoilt,
        "prints that the archive alone still has": onlyArchived,
        "with a later state than restored shops have": later,
        "false restores": falseRestores,
      };
      return { faults, figures: { counts, acknowledged: prints, lost, wrong } };
    },
  },
};
