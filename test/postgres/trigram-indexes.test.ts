import { SQL as Connection } from "bun";
import { expect, test } from "bun:test";
import { PostgresSearch } from "../../src/search/postgres/postgres-search.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { hasTrigramIndexes } from "../../src/storage/postgres/trigram-indexes.ts";
import { describeEngines } from "./engines.ts";
import { emptyDatabase, testDatabase } from "./test-database.ts";

describeEngines("indexes of trigrams", (engine) => {
  test("are there with the schema", async () => {
    await using tested = await testDatabase(engine);
    expect(await hasTrigramIndexes(tested.database)).toBe(true);
  });

  test("are done without where the extension may not be added", async () => {
    await using tested = await emptyDatabase(engine);
    const name = `guest_${Bun.randomUUIDv7().replaceAll("-", "")}`;
    const owner = new Connection(tested.address, { max: 1 });
    await owner.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    await owner.unsafe(`GRANT ALL ON SCHEMA public TO ${name}`);
    const address = Object.assign(new URL(tested.address), { username: name, password: name }).href;
    const database = new PostgresDatabase({ address });
    try {
      await migratePostgres(database);
      expect(await hasTrigramIndexes(database)).toBe(false);
      const filter = { deleted: false, label: { op: "contains", value: "order" } } as const;
      const page = { orderBy: "id.asc", page: 1, pageSize: 10 } as const;
      expect(JSON.parse(await new PostgresSearch(database).find(1, { ...page, filter }))).toMatchObject({
        total: 0,
      });
    } finally {
      await database.close();
      await owner.unsafe(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
      await owner.close();
    }
  });
});
