import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { PersonSettings } from "../../src/domain/person.ts";
import { hashSecret, readToken } from "../../src/domain/token.ts";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import { PostgresDatabase, type Statements } from "../../src/storage/postgres/connection.ts";
import {
  ensureArchiveAdministrator,
  makeArchiveSignInCode,
  makeFirstArchiveToken,
} from "../../src/storage/postgres/first-start.ts";
import { openPostgresIdentities } from "../../src/storage/postgres/identities.ts";
import { IDENTITY_HANDLERS } from "../../src/storage/postgres/identity-handlers.ts";
import { addPerson, changePeople } from "../../src/storage/postgres/people.ts";
import { PostgresWriter } from "../../src/storage/postgres/postgres-writer.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

/** What became of operations: their ids, or the codes of errors. */
async function outcomesOf(written: readonly Promise<{ readonly id: number }>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(written);
  return settled.map((one) =>
    one.status === "fulfilled" ? one.value.id : (one.reason as { readonly code: string }).code,
  );
}

describeEngines("several instances of an archive", (engine) => {
  let tested: TestDatabase;
  let databases: PostgresDatabase[];
  let writers: PostgresWriter[];

  beforeAll(async () => {
    tested = await testDatabase(engine);
    databases = [1, 2, 3].map(() => new PostgresDatabase({ address: tested.address, connections: 4 }));
    writers = databases.map(
      (database) => new PostgresWriter({ database, handlers: IDENTITY_HANDLERS, clock: () => 100 }),
    );
  }, 60_000);
  afterAll(async () => {
    for (const database of databases ?? []) await database.close();
    await tested?.[Symbol.asyncDispose]();
  });

  const everywhere = (operationOf: (instance: number) => WriteOperation) =>
    outcomesOf(writers.map((writer, instance) => writer.submit(operationOf(instance))));

  test("that start at once have one administrator, one workspace and one first token", async () => {
    const made = await Promise.all(databases.map((database) => ensureArchiveAdministrator(database, 50)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const tokens = await Promise.all(databases.map((database) => makeFirstArchiveToken(database, 60)));
    const given = tokens.filter((token) => token !== null);
    expect(given).toHaveLength(1);
    const stores = openPostgresIdentities(tested.database);
    const [token] = await stores.tokens.list();
    expect(token).toMatchObject({
      id: readToken(given[0] ?? "")?.id,
      workspaceId: null,
      scopes: ["read", "write", "operate"],
    });
    expect((await stores.workspaces.list()).map(({ slug }) => slug)).toEqual(["default"]);
    const code = await makeArchiveSignInCode(tested.database, 70);
    expect((await stores.people.ownerOfCode(hashSecret(code), 80))?.name).toBe("administrator");
  });

  test("give no slug, no name and no id twice", async () => {
    const slugs = await everywhere(() => ({
      kind: "workspace",
      change: { do: "create", slug: "shop", settings: {} },
    }));
    expect(slugs.toSorted()).toEqual([2, "CONFLICT", "CONFLICT"]);
    const others = await everywhere((instance) => ({
      kind: "workspace",
      change: { do: "create", slug: `shop-${instance}`, settings: {} },
    }));
    expect(others.toSorted()).toEqual([3, 4, 5]);
    const ada: PersonSettings = { name: "Ada", role: "administrator", workspaceId: null };
    const create = (settings: PersonSettings): WriteOperation => ({
      kind: "person",
      change: { do: "create", settings, passwordHash: null, link: null },
    });
    expect((await everywhere(() => create(ada))).toSorted()).toEqual([2, "CONFLICT", "CONFLICT"]);
    expect((await everywhere((instance) => create({ ...ada, name: `P${instance}` }))).toSorted()).toEqual([
      3, 4, 5,
    ]);
    const renamed = await everywhere((instance) => ({
      kind: "person",
      change: { do: "update", id: 3 + instance, settings: { name: "Carol" } },
    }));
    expect(renamed.filter((one) => one === "CONFLICT")).toHaveLength(2);
    const saved = await everywhere((instance) => ({
      kind: "savedSearch",
      change: { workspaceId: 1, do: "create", name: instance === 0 ? "x" : "y", query: "q" },
    }));
    expect(saved.filter((one) => one === "CONFLICT")).toHaveLength(1);
  });

  test("use a code up once, and leave an administrator", async () => {
    const code = await makeArchiveSignInCode(tested.database, 70);
    const opened = await everywhere((instance) => ({
      kind: "openSession",
      id: `s${instance}`,
      secretHash: hashSecret(`s${instance}`),
      userId: 0,
      tokenId: null,
      codeHash: hashSecret(code),
      expiresAt: 1e9,
      client: "",
      userAgent: "",
      openedBy: "link",
      replaces: null,
    }));
    expect(opened.toSorted()).toEqual([0, "UNAUTHORIZED", "UNAUTHORIZED"]);
    const administrators = (await openPostgresIdentities(tested.database).people.list()).map(({ id }) => id);
    const [first, second, third, ...rest] = administrators;
    for (const id of rest) await writers[0]?.submit({ kind: "person", change: { do: "remove", id } });
    const left = [first, second, third].map((id) => id ?? 0);
    const removed = await everywhere((instance) => ({
      kind: "person",
      change: { do: "remove", id: left[instance] ?? 0 },
    }));
    expect(removed.filter((one) => one === "CONFLICT")).toHaveLength(1);
    expect(await openPostgresIdentities(tested.database).people.administrator()).not.toBeNull();
  });

  test("do not bring a person back who is removed while they are changed", async () => {
    const [one, two] = databases as [PostgresDatabase, PostgresDatabase];
    const settings: PersonSettings = { name: "Leaving", role: "operator", workspaceId: null };
    const given = { passwordHash: null, link: null };
    const id = await one.write(0, (transaction) => addPerson(transaction, settings, 100, given));
    const [isRemoved, isChanging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = one.write(0, async (transaction) => {
      await changePeople(transaction, { do: "remove", id }, 100);
      isRemoved.resolve();
      // The other one has looked who it changes, and goes on once this has ended.
      await isChanging.promise;
    });
    await isRemoved.promise;
    const changing = two.write(0, (transaction) => {
      const run: Statements["run"] = (statement) => {
        const written = transaction.run(statement);
        isChanging.resolve();
        return written;
      };
      const change = { do: "update", id, settings: { role: "viewer" } } as const;
      return changePeople({ ...transaction, run }, change, 100);
    });
    expect(await outcomesOf([changing.then((changed) => ({ id: changed }))])).toEqual(["NOT_FOUND"]);
    await removing;
    expect(await openPostgresIdentities(tested.database).people.find(id)).toBeNull();
  });

  test("enter all that was done in the audit log, with ids of their own", async () => {
    const note = audit(systemActor("service"), "clock.accepted", "clock");
    const all = Array.from({ length: 60 }, (_, index) =>
      writers[index % 3]?.submit({ kind: "audit", change: { do: "add", note } }),
    );
    await Promise.all(all);
    const counted = await tested.database.first<{ entries: number; ids: number }>(
      sql`SELECT count(*) AS entries, count(DISTINCT id) AS ids FROM audit WHERE act = 'clock.accepted'`,
    );
    expect(counted).toEqual({ entries: 60, ids: 60 });
  });

  test("believe what they remember for five seconds and no longer", async () => {
    let now = 0;
    const [ours, others] = [
      openPostgresIdentities(tested.database, () => now),
      openPostgresIdentities(tested.database, () => now),
    ];
    const find = (stores: typeof ours) => stores.memory.remembering((id) => stores.tokens.find(id));
    const [ofOurs, ofOthers] = [find(ours), find(others)];
    const token = { id: "r", userId: 1, workspaceId: 1, name: "", scopes: ["read"], createdAt: 0 } as const;
    const change = {
      do: "create",
      token: { ...token, secretHash: hashSecret("r"), expiresAt: null },
    } as const;
    await writers[0]?.submit({ kind: "token", change });
    expect([(await ofOurs("r"))?.revokedAt, (await ofOthers("r"))?.revokedAt]).toEqual([null, null]);
    await writers[0]?.submit({ kind: "token", change: { do: "revoke", id: "r" } });
    ours.noteWritten([{ kind: "token" }]);
    expect([(await ofOurs("r"))?.revokedAt, (await ofOthers("r"))?.revokedAt]).toEqual([100, null]);
    now = 5000;
    expect((await ofOthers("r"))?.revokedAt).toBe(100);
  });
});
