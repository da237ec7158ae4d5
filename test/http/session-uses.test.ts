import { openIdentities } from "../../src/storage/identities.ts";
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { SESSION_LIMITS } from "../../src/domain/person-limits.ts";
import { hashSecret, newSecret, newSessionId } from "../../src/domain/token.ts";
import { Authentication } from "../../src/http/authentication.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { SessionStore } from "../../src/storage/session-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";

const MINUTE = 60_000;

let database: Database;
let writer: BatchWriter;
let authentication: Authentication;
let sessions: SessionStore;
let now: number;

beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  writer = new BatchWriter(database, () => now);
  const identities = openIdentities(database);
  sessions = identities.sessions;
  authentication = new Authentication(identities, new Uint8Array(32), () => now);
});
afterEach(() => database.close());

function write(operation: WriteOperation): void {
  expect(writer.write([operation]).results).toMatchObject([{ ok: true }]);
}

/** Opens a session. @returns what asks in its name, from an address */
function open(): (address: string) => Promise<void> {
  const secret = newSecret();
  write({
    kind: "openSession",
    codeHash: null,
    secretHash: hashSecret(secret),
    userId: 1,
    tokenId: null,
    expiresAt: now + SESSION_LIMITS.sessionMilliseconds,
    id: newSessionId(),
    client: "192.0.2.1",
    userAgent: "",
    openedBy: "link",
    replaces: null,
  });
  const headers = { Cookie: `tillroll_session=${secret}` };
  return async (address) => {
    const request = new Request("http://localhost/", { headers });
    expect(await authentication.session({ request, address })).not.toBeNull();
  };
}

test("when a session was used last is stored every few minutes, however often it is used", async () => {
  const use = open();
  let writes = 0;
  for (let minute = 0; minute < 60; minute++) {
    for (let times = 0; times < 20; times++) await use("192.0.2.2");
    const uses = authentication.takeUses().sessions;
    if (uses.size > 0) {
      writes++;
      write({ kind: "sessionUse", uses });
    }
    now += MINUTE;
  }
  expect(writes).toBeGreaterThan(9);
  expect(writes).toBeLessThan(13);
  const [session] = sessions.list(now);
  expect(session?.client).toBe("192.0.2.2");
  expect(now - (session?.lastUsedAt ?? 0)).toBeLessThan(2 * SESSION_LIMITS.lastUseMilliseconds);
});

test("there are only so many sessions: with one more that ends which was used longest ago", () => {
  for (let count = 0; count <= SESSION_LIMITS.sessions; count++) {
    open();
    now += 1;
  }
  const listed = sessions.list(now);
  expect(listed.length).toBe(SESSION_LIMITS.sessions);
  expect(Math.min(...listed.map(({ createdAt }) => createdAt))).toBe(Date.UTC(2026, 0, 1) + 1);
});
