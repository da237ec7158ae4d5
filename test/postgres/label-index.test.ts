import { SQL as Connection } from "bun";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { PRINT_LIMITS } from "../../src/domain/limits.ts";
import { withHolds } from "../../src/domain/where.ts";
import { postgresDialect } from "../../src/search/postgres/postgres-dialect.ts";
import { whereIn } from "../../src/search/where-sql.ts";
import { createOperation } from "../create-operation.ts";
import { describeEngines } from "./engines.ts";
import { PrintDatabase } from "./print-database.ts";

const WORKSPACE = 1;

/** What takes the most bytes, as it is stored or folded, and characters of which no two are alike. */
const ALPHABETS: readonly (readonly string[])[] = [
  ["\0", "\ufdd0", "\ufdd1", "\ufdd2"],
  Array.from({ length: 7 }, (_, number) => String.fromCodePoint(0x1d15e + number)),
  Array.from({ length: 64 }, (_, number) => String.fromCodePoint(0x1f80 + number)),
  Array.from({ length: 0x4000 }, (_, number) => String.fromCodePoint(0x20000 + number)),
  Array.from({ length: 0x2000 }, (_, number) => String.fromCodePoint(0xac00 + number)),
];

describeEngines("the index of labels", (engine) => {
  test("takes the longest labels", async () => {
    await using tested = await PrintDatabase.open([WORKSPACE], engine);
    const random = new SeededRandom(20_261_129);
    const labels = ALPHABETS.map((alphabet) =>
      Array.from(
        { length: PRINT_LIMITS.labelCharacters },
        () => alphabet[random.integer(0, alphabet.length - 1)],
      ).join(""),
    );
    for (const label of labels)
      await tested.writer.submit(
        createOperation({ workspaceId: WORKSPACE, label, printKey: Bun.randomUUIDv7() }),
      );
    expect((await tested.prints(WORKSPACE)).map(({ label }) => label)).toEqual(labels);
  });

  test("tells how many labels of all shops hold a part without a look at the prints", async () => {
    await using tested = await PrintDatabase.open([WORKSPACE], engine);
    await tested.database
      .run(sql`INSERT INTO print (workspace_id, id, ordinal, user_id, created_at, updated_at, received_at, byte_length,
        width, test_print, fingerprint, sha256, print_key, label, tag_values, search_text)
      SELECT ${WORKSPACE}, n, n, 1, n, n, n, 0, 48, 0, decode(lpad(to_hex(n), 32, '0'), 'hex'), '', n, 'Order ' || n, '{}', repeat('x', 500)
      FROM generate_series(1, 5000) AS n`);
    await using connection = new Connection(tested.address, { max: 1 });
    await connection.unsafe("VACUUM (ANALYZE) print");
    // Parts without a digit are told by the shapes of labels.
    for (const value of ["der 4", "77"]) {
      const filter = withHolds({ deleted: false, label: { op: "contains", value } }, []);
      const where = whereIn(postgresDialect("scan"), sql`print.workspace_id BETWEEN 1 AND 2001`, filter);
      const count = new PgDialect().sqlToQuery(sql`EXPLAIN SELECT count(*) FROM print WHERE ${where}`);
      const plan = (await connection.unsafe(count.sql, count.params)) as Record<string, string>[];
      const lines = plan.flatMap((row) => Object.values(row));
      expect(lines.filter((line) => line.includes("Index Only Scan"))).not.toEqual([]);
    }
  });
});
