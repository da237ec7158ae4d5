import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "bun:test";
import { sql } from "drizzle-orm";
import { TillrollError } from "../../src/domain/errors.ts";
import { AuditStore } from "../../src/storage/audit-store.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openIdentities } from "../../src/storage/identities.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { Identities } from "../../src/storage/ports/identities.ts";
import type { AuditReading, SavedSearchReading } from "../../src/storage/ports/settings.ts";
import { PostgresAudit } from "../../src/storage/postgres/audit-log.ts";
import { openPostgresIdentities } from "../../src/storage/postgres/identities.ts";
import { IDENTITY_HANDLERS } from "../../src/storage/postgres/identity-handlers.ts";
import { PostgresWriter } from "../../src/storage/postgres/postgres-writer.ts";
import { PostgresSavedSearches } from "../../src/storage/postgres/saved-searches.ts";
import { SavedSearchStore } from "../../src/storage/saved-search-store.ts";
import type { WriteOperation, WriteSuccess } from "../../src/storage/write-operation.ts";
import { describeEngines } from "../postgres/engines.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";

/** Where it is kept who asks: an empty place of a test's own. */
export interface IdentityPlace {
  readonly stores: Identities & { readonly savedSearches: SavedSearchReading; readonly audit: AuditReading };
  /** Does an operation, at a time. @throws TillrollError */
  write(operation: WriteOperation, now?: number): Promise<WriteSuccess>;
  close(): Promise<void> | void;
}

/** Describes what holds wherever it is kept: in a shop and in an archive. `place` gives each test's own. */
export function describePlaces(name: string, tests: (place: () => IdentityPlace) => void): void {
  describe(`${name}, SQLite`, () => withPlace(openSqlite, tests));
  describeEngines(name, (engine) => {
    let tested: TestDatabase;
    beforeAll(async () => {
      tested = await testDatabase(engine);
    }, 60_000);
    afterAll(() => tested?.[Symbol.asyncDispose]());
    withPlace(() => openPostgres(tested), tests);
  });
}

function withPlace(
  open: () => Promise<IdentityPlace> | IdentityPlace,
  tests: (place: () => IdentityPlace) => void,
): void {
  let place: IdentityPlace;
  beforeEach(async () => {
    place = await open();
  });
  afterEach(() => place?.close());
  tests(() => place);
}

function openSqlite(): IdentityPlace {
  const database = new Database(":memory:", { strict: true });
  migrate(database);
  let time = 0;
  const writer = new BatchWriter(database, () => time);
  return {
    stores: {
      ...openIdentities(database),
      savedSearches: new SavedSearchStore(database),
      audit: new AuditStore(database),
    },
    write: async (operation, now = 0) => {
      time = now;
      const [result] = writer.write([operation]).results;
      if (result?.ok === true) return result;
      throw new TillrollError(result?.code ?? "UNKNOWN", result?.message ?? "", result?.data);
    },
    close: () => database.close(),
  };
}

/** What a test leaves. */
const TABLES =
  "workspace, person, person_grant, person_link, person_session, token, saved_search, print_change, audit";

async function openPostgres({ database }: TestDatabase): Promise<IdentityPlace> {
  await database.run(sql.raw(`TRUNCATE ${TABLES}`));
  let time = 0;
  const writer = new PostgresWriter({ database, handlers: IDENTITY_HANDLERS, clock: () => time });
  return {
    stores: {
      ...openPostgresIdentities(database),
      savedSearches: new PostgresSavedSearches(database),
      audit: new PostgresAudit(database),
    },
    write: (operation, now = 0) => {
      time = now;
      return writer.submit(operation);
    },
    close: () => writer.close(),
  };
}
