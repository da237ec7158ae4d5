import { openIdentities } from "../../src/storage/identities.ts";
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { Authentication } from "../../src/http/authentication.ts";
import type { Session } from "../../src/domain/session.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { TokenStore } from "../../src/storage/token-store.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";

let database: Database;
let tokens: TokenStore;
let workspaces: WorkspaceStore;
let workspaceId: number;
let authentication: Authentication;
let now: number;

beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  const identities = openIdentities(database);
  ({ tokens, workspaces } = identities);
  workspaceId = workspaces.create("shop", 48, now).id;
  authentication = new Authentication(identities, new Uint8Array(32), () => now);
});
afterEach(() => database.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));

function makeToken(expiresAt: number | null = null): string {
  return tokens.create({
    userId: 1,
    workspaceId,
    name: "till",
    scopes: ["read"],
    createdAt: now,
    expiresAt,
  });
}

function callerOf(token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return { request: new Request("http://localhost/", { headers }), address: "192.0.2.1" };
}

/** Asks as a till would. @returns the slug and the width of what it may see, or why not */
async function ask(token: string, slug = "shop"): Promise<string> {
  try {
    const { workspace } = await authentication.authorise(callerOf(token), slug, "read");
    return `${workspace.slug} ${workspace.width}`;
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  }
}

test("a token ends at its time, though nothing was written since it was read", async () => {
  const token = makeToken(now + 1000);
  expect(await ask(token)).toBe("shop 48");
  await turn();
  now += 999;
  expect(await ask(token)).toBe("shop 48");
  now += 1;
  expect(await ask(token)).toBe("UNAUTHORIZED");
});

test("a token is no more as soon as it was revoked, and no other is touched", async () => {
  const [revoked, kept] = [makeToken(), makeToken()];
  expect([await ask(revoked), await ask(kept)]).toEqual(["shop 48", "shop 48"]);
  tokens.revoke(revoked.slice(3).split(".")[0] ?? "", now);
  await turn();
  expect([await ask(revoked), await ask(kept)]).toEqual(["UNAUTHORIZED", "shop 48"]);
});

test("a workspace's settings count as soon as they were changed", async () => {
  const token = makeToken();
  expect([await ask(token), await ask(token, "SHOP")]).toEqual(["shop 48", "shop 48"]);
  workspaces.update("shop", { width: 42 });
  await turn();
  expect([await ask(token), await ask(token, "SHOP")]).toEqual(["shop 42", "shop 42"]);
});

test("each use of a token is noted, also of one that is remembered", async () => {
  const token = makeToken();
  const id = token.slice(3).split(".")[0] ?? "";
  for (let use = 0; use < 3; use++) {
    now += 1000;
    expect(await ask(token)).toBe("shop 48");
    expect([...authentication.takeUses().tokens]).toEqual([[id, now]]);
    await turn();
  }
});

test("the command that makes a token is that of the service", async () => {
  const caller = callerOf(makeToken());
  const refusal = async (isArchive: boolean) => {
    const identities = openIdentities(database);
    const asked = new Authentication(
      identities,
      new Uint8Array(32),
      () => now,
      () => now,
      { isArchive },
    );
    try {
      await asked.authorise(caller, "shop", "admin");
      return "";
    } catch (error) {
      return String((error as Error).message);
    }
  };
  expect(await refusal(false)).toContain('create one with "tillroll token create --scopes admin"');
  expect(await refusal(true)).toContain('create one with "tillroll archive token create --scopes admin"');
});

test("of a workspace that there is not, only who does not see all may be the cause", async () => {
  const reason = async (secret: string) => {
    try {
      await authentication.authorise(callerOf(secret), "nowhere", "read");
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(await reason(makeToken())).toBe("There is no such workspace, or the token is not for it.");
  const { access } = await authentication.authorise(callerOf(makeToken()), "shop", "read");
  const [ofAll, ofPerson] = [{ workspaceId: null }, { session: {} as Session }];
  for (const [own, message] of [
    [ofAll, "There is no such workspace."],
    [ofPerson, "There is no such workspace, or it is not for you."],
  ] as const) {
    authentication.identify = () => ({ ...access, ...own });
    expect(await reason(makeToken())).toBe(message);
  }
});
