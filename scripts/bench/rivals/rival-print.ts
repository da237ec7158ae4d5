/* What the rivals store: a row for each print, in a table as one would first write it. */

export const RIVAL_TOKEN = "rival";

/** Of 8, 16, 32 and 64 the fastest. */
export const POOL_CONNECTIONS = 16;

export const RIVAL_SCHEMA = `
  CREATE TABLE print (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace_id INTEGER NOT NULL,
    print_key TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    device_id TEXT,
    label TEXT,
    tag JSONB NOT NULL,
    quantity INTEGER,
    width INTEGER NOT NULL,
    test_print BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    deleted_at TIMESTAMPTZ,
    sha256 BYTEA NOT NULL,
    content BYTEA NOT NULL
  );
  CREATE INDEX print_created_at ON print (workspace_id, created_at);
`;

/** What a client gives with the bytes. */
export interface RivalPrint {
  readonly printKey: string;
  readonly label: string | null;
  readonly deviceId: string | null;
  readonly tag: Readonly<Record<string, string>>;
}

/** What PostgreSQL gives back. */
export interface StoredRow {
  readonly id: string;
  readonly created_at: Date;
}

/** Tags given as `key=value`. */
export function tagsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
}

/** The answer to a create, as the contract has it. */
export function answerOf(given: RivalPrint, row: StoredRow | undefined): object {
  const createdAt = row?.created_at.toISOString();
  const { printKey, label, deviceId, tag } = given;
  const print = { id: Number(row?.id), printKey, workspaceId: 1, userId: 1, deviceId, label, tag };
  const rest = { quantity: null, width: 48, testPrint: false, deleted: false, deletedAt: null };
  return { ...print, ...rest, createdAt, updatedAt: createdAt };
}
