import { expect, test } from "bun:test";
import { hashSecret } from "../../src/domain/token.ts";
import type { Statements } from "../../src/storage/postgres/connection.ts";
import { addPerson } from "../../src/storage/postgres/people.ts";
import { openSession, PostgresSessions } from "../../src/storage/postgres/sessions.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase } from "./test-database.ts";

const SESSIONS = ["a", "b", "c"];

/** Adds a person with some sessions from one address, all of them at once. */
async function addSessions(transaction: Statements): Promise<number> {
  const ada = { name: "Ada", role: "administrator", workspaceId: null } as const;
  const userId = await addPerson(transaction, ada, 1, { passwordHash: null, link: null });
  for (const id of SESSIONS) {
    const times = { expiresAt: 1000, codeHash: null, replaces: null, tokenId: null };
    const from = { client: "10.0.0.1", userAgent: "browser", openedBy: "password" } as const;
    await openSession(transaction, { ...times, ...from, id, secretHash: hashSecret(id), userId }, 1);
  }
  return userId;
}

describeEngines("sessions of an archive", (engine) => {
  test("whether somebody is known is asked of the database, which does not give all sessions", async () => {
    await using tested = await testDatabase(engine);
    const { database } = tested;
    const userId = await database.inTransaction(addSessions);
    let given = 0;
    const all: Statements["all"] = async <Row>(statement: Parameters<Statements["all"]>[0]) => {
      const rows = await database.all<Row>(statement);
      given += rows.length;
      return rows;
    };
    const first: Statements["first"] = async <Row>(statement: Parameters<Statements["all"]>[0]) =>
      (await all<Row>(statement))[0] ?? null;
    const sessions = new PostgresSessions({ all, first, run: (statement) => database.run(statement) });
    expect(await sessions.list(2)).toHaveLength(SESSIONS.length);
    given = 0;
    expect(await sessions.isKnown(userId, "10.0.0.1", 2)).toBe(true);
    expect(given).toBe(1);
  });
});
