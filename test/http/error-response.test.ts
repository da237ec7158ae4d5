import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { freePort } from "../../scripts/faults/printer-place.ts";
import { errorResponse } from "../../src/http/error-response.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";

test("a database that is away is told as such, and when to ask again", async () => {
  const database = new PostgresDatabase({ address: `postgres://a@127.0.0.1:${freePort()}/x` });
  const thrown: unknown = await database.first(sql`SELECT 1 AS found`).catch((error: unknown) => error);
  await database.close();
  const response = errorResponse(thrown, { write() {} });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await response.json()).toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: "The database does not answer; what is asked can be asked again.",
  });
}, 30_000);

test("what a connection of anything else says is not taken for the database", async () => {
  const thrown = Object.assign(new Error("no such file"), { code: "ENOENT" });
  const response = errorResponse(thrown, { write() {} });
  expect([response.status, await response.json()]).toMatchObject([500, { code: "UNKNOWN" }]);
});
