import type { Forgery } from "./forgery.ts";
import { renewChecksums } from "../database/row-checksums.ts";

const print = (set: string, id = 40) => `UPDATE print SET ${set} WHERE id = ${id}`;
const BYTES = "UPDATE print_data SET (sha256, byte_length, encoding, content)";

/** A print as it is shown: its row, its bytes, its place among others. */
export const PRINT_FORGERIES: readonly Forgery[] = [
  { name: "A label", forge: [print("label = 'Order 4'")], alone: "PRINT_CHANGED" },
  { name: "A letter of a label", forge: [print("label = 'Order 41'")], alone: "PRINT_CHANGED" },
  {
    name: "A label, with the checksum of its row",
    forge: ({ database }) => {
      database.run(print("label = 'Order 4'"));
      renewChecksums(database);
    },
    alone: "PRINT_CHANGED",
  },
  { name: "A label taken away", forge: [print("label = NULL")], alone: "PRINT_CHANGED" },
  { name: "A tag", forge: [print(`tag = '{"order":"4"}'`)], alone: "PRINT_CHANGED" },
  { name: "A tag more", forge: [print(`tag = '{"order":"40","paid":"yes"}'`)], alone: "PRINT_CHANGED" },
  { name: "The device", forge: [print("device_id = 'till-9'")], alone: "PRINT_CHANGED" },
  { name: "The printer", forge: [print("printer_id = 1")], alone: "PRINT_CHANGED" },
  { name: "Who stored it", forge: [print("user_id = 2")], alone: "PRINT_CHANGED" },
  { name: "The width", forge: [print("width = 32")], alone: "PRINT_CHANGED" },
  { name: "How many copies", forge: [print("quantity = 2")], alone: "PRINT_CHANGED" },
  { name: "A test print made of it", forge: [print("test_print = 1")], alone: "PRINT_CHANGED" },
  {
    name: "When it was stored",
    forge: [print("created_at = created_at + 1, updated_at = updated_at + 1")],
    alone: "PRINT_CHANGED",
  },
  {
    name: "A clock put right that never was wrong",
    forge: [
      print("created_at = created_at - 5"),
      "INSERT INTO journal_entry SELECT workspace_id, number + 1, prints_before, 'corrected', 40, at, NULL, '{\"was\":{\"createdAt\":1}}' FROM journal_entry WHERE workspace_id = 1 ORDER BY number DESC LIMIT 1",
    ],
    alone: "PRINT_CHANGED",
  },
  { name: "When it was changed", forge: [print("updated_at = updated_at + 1", 11)], alone: "PRINT_CHANGED" },
  {
    name: "A byte of a print",
    forge: [
      "UPDATE print_data SET content = CAST(replace(CAST(content AS BLOB), x'2e35', x'2e36') AS BLOB) WHERE print_id = 40",
    ],
    alone: "PRINT_BYTES",
  },
  {
    name: "The bytes of a print with their hash",
    forge: [
      `${BYTES} = (SELECT sha256, byte_length, encoding, content FROM print_data WHERE print_id = 41) WHERE print_id = 40`,
    ],
    alone: "PRINT_CHANGED",
  },
  {
    name: "The hash of the bytes",
    forge: ["UPDATE print_data SET sha256 = zeroblob(32) WHERE print_id = 40"],
    alone: "PRINT_BYTES",
  },
  {
    name: "The bytes taken away",
    forge: ["DELETE FROM print_data WHERE print_id = 40"],
    alone: "PRINT_BYTES",
  },
  {
    name: "The bytes of two prints swapped",
    forge: [
      "UPDATE print_data SET print_id = -1 WHERE print_id = 40",
      "UPDATE print_data SET print_id = 40 WHERE print_id = 41",
      "UPDATE print_data SET print_id = 41 WHERE print_id = -1",
    ],
    alone: "PRINT_CHANGED",
  },
  {
    name: "Bytes of no print",
    forge: [
      "INSERT INTO print_data SELECT 9999, sha256, byte_length, encoding, content FROM print_data LIMIT 1",
    ],
    alone: "PRINT_FOREIGN",
  },
  {
    name: "The order of two prints",
    forge: [
      "UPDATE print SET ordinal = -1 WHERE id = 40",
      "UPDATE print SET ordinal = 39 WHERE id = 41",
      "UPDATE print SET ordinal = 40 WHERE id = 40",
    ],
    alone: "PRINT_ORDER",
  },
  {
    name: "The ids of two prints",
    forge: [
      "UPDATE print SET id = -1 WHERE id = 40",
      "UPDATE print SET id = 40 WHERE id = 41",
      "UPDATE print SET id = 41 WHERE id = -1",
    ],
    alone: "PRINT_ORDER",
  },
  {
    name: "A print taken away",
    forge: ["DELETE FROM print_data WHERE print_id = 40", "DELETE FROM print WHERE id = 40"],
    alone: "PRINT_MISSING",
  },
  {
    name: "A print taken away, and the others moved up",
    forge: [
      "DELETE FROM print_data WHERE print_id = 40",
      "DELETE FROM print WHERE id = 40",
      "UPDATE print SET ordinal = -ordinal WHERE workspace_id = 1 AND ordinal > 39",
      "UPDATE print SET ordinal = -ordinal - 1 WHERE workspace_id = 1 AND ordinal < 0",
    ],
    alone: "PRINT_CHANGED",
  },
  {
    name: "The last print taken away",
    forge: ["DELETE FROM print_data WHERE print_id = 315", "DELETE FROM print WHERE id = 315"],
    alone: "SEQUENCE",
  },
  {
    name: "The last print taken away, with its number",
    forge: [
      "DELETE FROM print_data WHERE print_id = 315",
      "DELETE FROM print WHERE id = 315",
      "UPDATE sqlite_sequence SET seq = 314 WHERE name = 'print'",
    ],
    alone: "HEAD",
  },
  {
    name: "A print put in",
    forge: [
      "INSERT INTO print (workspace_id, ordinal, user_id, print_key, width, tag, test_print, created_at, updated_at) SELECT 1, max(ordinal) + 1, 1, 'made-up', 48, '{}', 0, max(created_at), max(created_at) FROM print WHERE workspace_id = 1",
    ],
    alone: "PRINT_UNENTERED",
  },
  {
    name: "A copy of a print put in",
    forge: ({ database }) => {
      const [row] = database.query<Record<string, string>, []>("SELECT * FROM print WHERE id = 40").all();
      const columns = Object.keys(row ?? {}).filter((column) => column !== "id" && column !== "ordinal");
      database.run(
        `INSERT INTO print (ordinal, ${columns.join()}) SELECT (SELECT max(ordinal) + 1 FROM print WHERE workspace_id = 1), ${columns.join()} FROM print WHERE id = 40`,
      );
      database.run(
        "INSERT INTO print_data SELECT (SELECT max(id) FROM print), sha256, byte_length, encoding, content FROM print_data WHERE print_id = 40",
      );
    },
    alone: "PRINT_CHANGED",
  },
  {
    name: "A print moved to another workspace",
    forge: [print("workspace_id = 2, ordinal = 5")],
    alone: "PRINT_MISSING",
  },
  {
    name: "What was read in its pictures",
    forge: [print(`recognised = '{"lines":1}'`)],
    alone: "PRINT_CHECKSUM",
  },
  {
    name: "What was read in its pictures, with the checksum of its row",
    forge: ({ database }) => {
      database.run(print(`recognised = '{"lines":1}'`));
      renewChecksums(database);
    },
    alone: null,
    why: "It follows from the bytes, by a program that gets better; it is read anew, not entered.",
  },
];
