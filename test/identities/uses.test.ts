import { expect, test } from "bun:test";
import type { Statements } from "../../src/storage/postgres/connection.ts";
import { noteSessionUses } from "../../src/storage/postgres/sessions.ts";
import { noteTokenUses } from "../../src/storage/postgres/tokens.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase } from "../postgres/test-database.ts";

/** So many uses of each kind. @param note what notes them */
const KINDS: readonly (readonly [string, (statements: Statements, uses: number) => Promise<void>])[] = [
  ["tokens", (statements, uses) => noteTokenUses(statements, mapOf(uses, 1))],
  ["sessions", (statements, uses) => noteSessionUses(statements, mapOf(uses, { at: 1, client: "10.0.0.9" }))],
];

function mapOf<Use>(uses: number, use: Use): ReadonlyMap<string, Use> {
  return new Map(Array.from({ length: uses }, (_, index) => [`id-${index}`, use]));
}

describeEngines("the server prepares one statement, however many are used", (engine) => {
  test.each(KINDS)("%s", async (_name, note) => {
    await using tested = await testDatabase(engine);
    for (const uses of [0, 1, 2, 3, 700]) await note(tested.database, uses);
    expect([...tested.statements]).toEqual([expect.stringMatching(/^UPDATE/)]);
  });
});
