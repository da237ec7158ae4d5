import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Forgery } from "./forgery.ts";
import { rewriteJournals } from "./journal-rewriting.ts";

const LAST = "(SELECT max(number) FROM journal_entry WHERE workspace_id = 1)";
const LAST_SEAL = "(SELECT max(number) FROM journal_seal WHERE workspace_id = 1)";
const CHANGED = "workspace_id = 1 AND print_id = 11";

/** What was done to prints: marked, removed, entered, sealed. */
export const JOURNAL_FORGERIES: readonly Forgery[] = [
  {
    name: "Deleted in silence",
    forge: ["UPDATE print SET deleted_at = updated_at WHERE id = 40"],
    alone: "PRINT_CHANGED",
  },
  {
    name: "A deletion taken back in silence",
    forge: ["UPDATE print SET deleted_at = NULL WHERE id = 20"],
    alone: "PRINT_CHANGED",
  },
  {
    name: "A deletion taken back, and its entry and history with it",
    forge: [
      "UPDATE print SET deleted_at = NULL, updated_at = created_at WHERE id = 22",
      "DELETE FROM journal_entry WHERE print_id = 22",
      "DELETE FROM print_change WHERE print_id = 22",
    ],
    alone: "ENTRY_MISSING",
  },
  {
    name: "Erased in silence",
    forge: [
      "DELETE FROM print_data WHERE print_id = 40",
      "UPDATE print SET removal_id = (SELECT removal_id FROM print WHERE id = 30), journal_salt = NULL, checksum = NULL, label = NULL, tag = '{}' WHERE id = 40",
    ],
    alone: "REMOVAL",
  },
  { name: "The reason of an erasure", forge: ["UPDATE removal SET reason = 'None'"], alone: "REMOVAL" },
  { name: "Who erased", forge: ["UPDATE removal SET user_id = user_id + 1"], alone: "REMOVAL" },
  {
    name: "An erased print that was never erased",
    forge: ["UPDATE print SET removal_id = NULL WHERE id = 30"],
    alone: "REMOVAL",
  },
  {
    name: "The state of a print",
    forge: ["UPDATE print SET journal_state = zeroblob(32) WHERE id = 40"],
    alone: "PRINT_CHANGED",
  },
  {
    name: "The salt of a state",
    forge: ["UPDATE print SET journal_salt = zeroblob(12) WHERE id = 40"],
    alone: "PRINT_CHANGED",
  },
  {
    name: "Who changed a print",
    forge: ["UPDATE print_change SET actor = replace(actor, 'token', 'session') WHERE print_id = 11"],
    alone: "HISTORY",
  },
  {
    name: "Who changed a print, in the journal",
    forge: [`UPDATE journal_entry SET details = replace(details, '"token"', '"session"') WHERE ${CHANGED}`],
    alone: "SEAL_ROOT",
  },
  {
    name: "When a print was changed",
    forge: [`UPDATE journal_entry SET at = at + 1 WHERE ${CHANGED}`],
    alone: "SEAL_ROOT",
  },
  {
    name: "What was done to a print",
    forge: [`UPDATE journal_entry SET kind = 'filled' WHERE ${CHANGED}`],
    alone: "SEAL_ROOT",
  },
  {
    name: "To which print it was done",
    forge: [`UPDATE journal_entry SET print_id = 13 WHERE ${CHANGED}`],
    alone: "HISTORY",
  },
  {
    name: "An entry taken away",
    forge: ["DELETE FROM journal_entry WHERE workspace_id = 1 AND number = 1"],
    alone: "ENTRY_MISSING",
  },
  {
    name: "The last entry taken away",
    forge: [`DELETE FROM journal_entry WHERE workspace_id = 1 AND number = ${LAST}`],
    alone: "HEAD",
  },
  {
    name: "An entry made up",
    forge: [
      `INSERT INTO journal_entry SELECT workspace_id, number + 1, prints_before, 'changed', 40, at, state, details FROM journal_entry WHERE workspace_id = 1 AND number = ${LAST}`,
    ],
    alone: "HEAD",
  },
  {
    name: "An entry moved before a print",
    forge: [
      `UPDATE journal_entry SET prints_before = prints_before - 1 WHERE workspace_id = 1 AND number = ${LAST}`,
    ],
    alone: "HEAD",
  },
  {
    name: "The hash of a run of entries",
    forge: ["UPDATE journal_run SET hash = zeroblob(32)"],
    alone: "TREE",
  },
  {
    name: "The end of the tree",
    forge: ["UPDATE journal_head SET edge = zeroblob(length(edge)) WHERE workspace_id = 1"],
    alone: "HEAD",
  },
  {
    name: "The length of the journal",
    forge: ["UPDATE journal_head SET entries = entries - 1 WHERE workspace_id = 1"],
    alone: "HEAD",
  },
  {
    name: "The journal taken away",
    forge: ["DELETE FROM journal_entry", "DELETE FROM journal_run", "DELETE FROM journal_head"],
    alone: "HEAD",
  },
  {
    name: "The last seal taken away",
    forge: [`DELETE FROM journal_seal WHERE workspace_id = 1 AND number = ${LAST_SEAL}`],
    alone: "SEAL",
  },
  {
    name: "A seal taken away",
    forge: ["DELETE FROM journal_seal WHERE workspace_id = 1 AND number = 2"],
    alone: "SEAL",
  },
  {
    name: "The last seal taken away, and its number",
    forge: [
      `DELETE FROM journal_seal WHERE workspace_id = 1 AND number = ${LAST_SEAL}`,
      "UPDATE journal_head SET last_seal = last_seal - 1 WHERE workspace_id = 1",
    ],
    alone: "HELD_SEAL",
  },
  {
    name: "When a seal was made",
    forge: [`UPDATE journal_seal SET text = replace(text, '"sealedAt":1', '"sealedAt":2') WHERE number = 1`],
    alone: "SEAL_STAMP",
  },
  {
    name: "The root in a seal",
    forge: [
      `UPDATE journal_seal SET text = json_set(text, '$.root', '${"00".repeat(32)}') WHERE workspace_id = 1 AND number = 3`,
    ],
    alone: "SEAL_ROOT",
  },
  {
    name: "The seals of two workspaces swapped",
    forge: [
      "UPDATE journal_seal SET workspace_id = 99 WHERE workspace_id = 1 AND number = 1",
      "UPDATE journal_seal SET workspace_id = 1 WHERE workspace_id = 2 AND number = 1",
      "UPDATE journal_seal SET workspace_id = 2 WHERE workspace_id = 99",
    ],
    alone: "SEAL",
  },
  {
    name: "The time stamp of another seal",
    forge: [
      "UPDATE journal_seal SET time_stamp = (SELECT time_stamp FROM journal_seal WHERE workspace_id = 1 AND number = 1) WHERE workspace_id = 1 AND number = 3",
    ],
    alone: "SEAL_STAMP",
  },
  {
    name: "A time stamp made up",
    forge: ["UPDATE journal_seal SET time_stamp = x'3000' WHERE workspace_id = 1 AND number = 3"],
    alone: "SEAL_STAMP",
  },
  {
    name: "A time stamp taken away",
    forge: ["UPDATE journal_seal SET time_stamp = NULL"],
    alone: null,
    why: "It says nothing that the seal does not say without it; where it is kept elsewhere it still counts.",
  },
  {
    name: "The name of the installation",
    forge: ["UPDATE journal_service SET id = '00000000-0000-7000-8000-000000000000'"],
    alone: "SEAL",
  },
  {
    name: "The names of two workspaces swapped",
    forge: [
      "UPDATE workspace SET slug = 'x', slug_key = 'x' WHERE id = 1",
      "UPDATE workspace SET slug = 'default', slug_key = 'default' WHERE id = 2",
      "UPDATE workspace SET slug = 'second', slug_key = 'second' WHERE id = 1",
    ],
    alone: "SEAL",
  },
  {
    name: "A workspace taken away with all of its prints",
    forge: [
      "DELETE FROM print_data WHERE print_id IN (SELECT id FROM print WHERE workspace_id = 2)",
      "DELETE FROM print WHERE workspace_id = 2",
      "DELETE FROM journal_entry WHERE workspace_id = 2",
      "DELETE FROM journal_head WHERE workspace_id = 2",
      "DELETE FROM journal_seal WHERE workspace_id = 2",
      "DELETE FROM workspace WHERE id = 2",
    ],
    alone: "HELD_SEAL",
  },
  {
    name: "All rewritten: a label, and the whole journal with its seals so that it fits",
    forge: ({ database }) => {
      database.run("UPDATE print SET label = 'Order 4' WHERE id = 40");
      rewriteJournals(database);
    },
    alone: "HELD_SEAL",
  },
  {
    name: "All rewritten, also the seals beside the database",
    forge({ database, folder }) {
      database.run("UPDATE print SET label = 'Order 4' WHERE id = 40");
      rewriteJournals(database);
      rmSync(join(folder, "journal"), { recursive: true });
    },
    alone: null,
    withSeals: "HELD_SEAL",
    why: "Whoever has the files can write all of them anew, as the service did; only what they do not have tells.",
  },
  {
    name: "All rewritten since the last seal",
    forge({ database }) {
      database.run("UPDATE print SET label = 'After the seal' WHERE id = 312");
      rewriteJournals(database, { keepsSeals: true });
    },
    alone: null,
    why: "No seal covers it yet. The next one does; it is made each night, or when one wants.",
  },
];
