import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { describeUnless } from "../describe-unless.ts";
import { until } from "../until.ts";
import { ENGINES } from "./engines.ts";
import { testDatabase } from "./test-database.ts";

const ours = ENGINES.filter(({ start }) => start !== null);

describeUnless(ours.length === 0 ? "no server is ours to start" : null, "engines", () => {
  test.each(ours)("$name is what it is called, and there again after its end", async (engine) => {
    const before = await engine.address();
    {
      await using tested = await testDatabase(engine);
      const row = await tested.database.first<{ version: string }>(sql`SELECT version() AS version`);
      expect(row?.version).toStartWith(`${engine.name} `);
    }
    const connection = new Bun.SQL(before, { max: 1 });
    const [settings] = await connection.unsafe("SELECT pg_read_file('postmaster.pid') AS file");
    await connection.close();
    process.kill(Number(/^\d+/.exec(settings.file)?.[0]), "SIGKILL");
    await until(async () => (await engine.address()) !== before, "the next server");
    await using again = await testDatabase(engine);
    expect(await again.database.first<{ n: number }>(sql`SELECT 1 AS n`)).toEqual({ n: 1 });
  });
});
