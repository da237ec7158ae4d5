import { runAnswers } from "./archive-answers.ts";
import { runExt4Cuts } from "./ext4-cut.ts";
import { DOUBLES, type FaultPart } from "./fault-part.ts";
import { runFlips } from "./flips.ts";
import { runForgeries } from "./forgeries.ts";
import { runPowerCuts } from "./power-cut.ts";
import { runRepairs } from "./repair-run.ts";
import { runWriteFaults } from "./write-faults.ts";

/** What a client of the power cut does: enough that the log is folded into the file many times. */
const ACTS_OF_CLIENT = 120;

/** Rounds in which each operation of the scripted hour fails once by each kind of failure: about as many as it has. */
const ROUNDS_FOR_ALL = 600;

/** Prints of the database that is damaged, and how many rounds of the others one of all kinds of damage is. */
const PRINTS_TO_REPAIR = 1500;
const ROUNDS_OF_REPAIR = 10;

/** What disks do to what they were given. */
export const STORAGE_PARTS: Readonly<Record<string, FaultPart>> = {
  "power-cut": {
    what:
      "Cuts the power: replays every write up to a moment, loses, tears (512 or 4096 bytes) and reorders what no fsync had made " +
      "durable, and starts it on that",
    async run({ command, seed, folder, rounds, print }) {
      const report = await runPowerCuts({
        command,
        seed,
        folder,
        clients: 6,
        acts: ACTS_OF_CLIENT,
        cuts: rounds * 10,
        onRound: print,
      });
      if (report === null) {
        print("Power cut: left out, what a process writes cannot be traced here.");
        return { faults: [], figures: null };
      }
      const { operations, acknowledged, cuts, lost, wrong, faults } = report;
      print(
        `Power cut: ${cuts} cuts in ${operations} operations, ${acknowledged} acknowledged; ${lost} lost, ${wrong} wrong.`,
      );
      return {
        faults,
        figures: { counts: { cuts, "operations traced": operations }, acknowledged, lost, wrong },
      };
    },
  },

  "ext4-cut": {
    what:
      "Cuts the power of a loop-mounted ext4 (EXT4_IOC_SHUTDOWN without its journal) under the mixed load of `mixed-kill`, and mounts " +
      "it again",
    async run({ command, seed, folder, rounds, clients, print }) {
      const report = await runExt4Cuts({ command, folder, seed, rounds, clients, onRound: print });
      if (report === null) {
        print("Cut of ext4: left out, a disk cannot be mounted here.");
        return { faults: [], figures: null };
      }
      const { kills: cuts, acknowledged, lost, wrong, doubles, faults } = report;
      print(`Cut of ext4: ${cuts} cuts, ${acknowledged} acknowledged; ${lost} lost, ${wrong} wrong.`);
      const counts = { cuts, [DOUBLES]: doubles };
      return { faults, figures: { counts, acknowledged, lost, wrong } };
    },
  },

  "write-faults": {
    what:
      "Lets one operation on the disk fail in each run of a scripted hour, from start to end: write, fsync, truncation or renaming, " +
      "with EIO, with ENOSPC, done by half, or torn",
    async run({ command, seed, folder, rounds, print }) {
      const every = Math.max(1, Math.round(ROUNDS_FOR_ALL / rounds));
      const report = await runWriteFaults({ command, seed, folder, every, onRound: print });
      if (report === null) {
        print("Write faults: left out, what a process writes cannot be made to fail here.");
        return { faults: [], figures: null };
      }
      const { operations, failures, refusedStarts, acknowledged, lost, wrong, doubles, faults } = report;
      print(
        `Write faults: ${failures} in an hour of ${operations} operations; ${lost} lost, ${wrong} wrong.`,
      );
      const counts = {
        failures,
        "operations in the hour": operations,
        "starts refused": refusedStarts,
        [DOUBLES]: doubles,
      };
      return { faults, figures: { counts, acknowledged, lost, wrong } };
    },
  },

  flips: {
    what: "Flips one bit in database, log or search index, starts it on that, and asks for everything in every way",
    async run({ command, seed, folder, rounds, print }) {
      const { verdicts, faults } = await runFlips({
        command,
        seed,
        folder,
        flips: rounds * 2,
        onRound: print,
      });
      const { harmless, named, refused, stopped, wrong } = verdicts;
      print(
        `Flips: ${Object.entries(verdicts)
          .map(([verdict, count]) => `${count} ${verdict}`)
          .join(", ")}.`,
      );
      const counts = {
        flips: rounds * 2,
        harmless,
        "found and named": named,
        "refused with what is whole": refused,
        "not started on": stopped,
      };
      return { faults, figures: { counts, acknowledged: null, lost: 0, wrong } };
    },
  },

  repair: {
    what:
      "Damages its database in all ways, from one bit to the header, the log and a tenth of all pages, and repairs each without " +
      "SQLite, alone and with a backup",
    async run({ seed, folder, rounds, print }) {
      const report = await runRepairs({
        seed,
        folder,
        prints: PRINTS_TO_REPAIR,
        rounds: Math.ceil(rounds / ROUNDS_OF_REPAIR),
        onRound: print,
      });
      const { repairs, whole, notSaved, damaged, savedAnyway, fromBackup, gone, wrong, cameBack, faults } =
        report;
      print(`Repair: ${repairs} repairs, ${notSaved} of ${whole} whole prints not saved, ${wrong} wrong.`);
      const counts = {
        repairs,
        "prints on whole pages": whole,
        "prints on damaged pages": damaged,
        "of these saved": savedAnyway,
        "taken from a backup": fromBackup,
        "told to be gone": gone,
        "erased that came back": cameBack,
      };
      const rows = [...report.byDamage].map(([name, figures]) =>
        [
          name,
          figures.whole,
          figures.whole - figures.notSaved,
          figures.damaged,
          figures.savedAnyway,
          figures.gone,
        ].map(String),
      );
      const table = {
        columns: ["Damage", "Prints on whole pages", "Saved", "Prints on damaged pages", "Saved", "Gone"],
        rows,
      };
      return { faults, figures: { counts, acknowledged: whole, lost: notSaved, wrong, table } };
    },
  },

  answers: {
    what:
      "Asks a shop and archives the same about prints that have every character between them, at random, and compares the answers " +
      "byte by byte",
    async run({ seed, rounds, print }) {
      const report = await runAnswers({ seed, rounds, onRound: print });
      if (report === null) {
        print("Answers: left out, PostgreSQL is not here.");
        return { faults: [], figures: null };
      }
      const { answers, found, characters, engines, wrong, faults } = report;
      print(`Answers: ${answers} of each of ${engines.join(", ")} compared; ${wrong} differ.`);
      const counts = {
        "answers of each engine": answers,
        "of these about some prints": found,
        characters,
        engines: `on ${engines.join(" and ")}`,
      };
      return { faults, figures: { counts, acknowledged: null, wrong } };
    },
  },

  forgeries: {
    what: "Changes its files behind its back in many ways, and has its journal verified",
    run: runForgeries,
  },
};
