import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { PRINT_FIELD_NAMES } from "../../src/contract/print-fields.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { hashPayload } from "../../src/storage/payload-hash.ts";
import { sha256 } from "../../src/journal/hash.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../service.ts";

/** A key of the last 24 hours must find its print with the next Tillroll too: what is hashed stays as it was. */
test("what an Idempotency-Key is compared by is as it always was", () => {
  const folder = temporaryFolder();
  const database = openForWriting(`${folder}/tillroll.sqlite`);
  try {
    migrate(database);
    ensureAdministrator(database, 0);
    const given = {
      printKey: "k",
      label: "l",
      deviceId: null,
      tag: '{"b":"2","a":"1"}',
      quantity: 3,
      width: 42,
    };
    const operation = createOperation({ ...given, idempotencyKey: "once" });
    const { results } = new BatchWriter(database, () => 1).write([operation]);
    expect(results).toMatchObject([{ ok: true }]);
    const row = database
      .query<{ hash: Uint8Array }, []>("SELECT payload_hash AS hash FROM idempotency_key")
      .get();
    const tags = [
      ["a", "1"],
      ["b", "2"],
    ];
    const metadata = JSON.stringify(["k", "l", null, tags, 3, 42, false]);
    const bytes = Buffer.concat([sha256(operation.raw), Buffer.from(metadata)]);
    expect(row?.hash.toHex()).toBe(sha256(bytes).toHex());
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("a field that a later Tillroll adds", () => {
  const names = [...PRINT_FIELD_NAMES, "shift"];
  const payload = createOperation({ label: "l" });
  const content = { sha256: sha256(payload.raw) };
  const hash = (given: object) => hashPayload({ ...payload, ...given }, content, names).toHex();
  const before = hashPayload(payload, content).toHex();

  test.each([{}, { shift: null }])("does not count where it is not given: %j", (given) => {
    expect(hash(given)).toBe(before);
  });

  test("counts where it is given", () => {
    const hashes = [before, hash({ shift: "late" }), hash({ shift: "early" }), hash({ shift: "" })];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
