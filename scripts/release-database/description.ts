import { Database } from "bun:sqlite";

/** What is in a release's database. */
export interface DatabaseDescription {
  readonly schema: number;
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly prints: readonly DescribedPrint[];
}

/** A print as any version knows it. */
export interface DescribedPrint {
  readonly workspace: string;
  readonly id: number;
  readonly label: string | null;
  /** SHA-256 of its tags, key and device, hexadecimal. */
  readonly metadata: string;
  /** Of its bytes as they came, hexadecimal. */
  readonly sha256: string;
  readonly isDeleted: boolean;
}

/** Reads it with the tables and columns that every version has. */
export function describeDatabase(path: string): DatabaseDescription {
  // For writing too: what a crash has left is to be rolled back first.
  using database = new Database(path, { readwrite: true });
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    .all();
  const counts = tables.map(({ name }) => {
    const row = database.query<{ count: number }, []>(`SELECT count(*) AS count FROM "${name}"`).get();
    return [name, row?.count ?? 0] as const;
  });
  const prints = database
    .query<Omit<DescribedPrint, "isDeleted"> & { deleted: number }, []>(
      "SELECT slug AS workspace, print.id, label, json_array(json(tag), print_key, device_id) AS metadata, lower(hex(sha256)) AS sha256, deleted_at IS NOT NULL AS deleted " +
        "FROM print JOIN workspace ON workspace.id = workspace_id JOIN print_data ON print_id = print.id ORDER BY print.id",
    )
    .all()
    .map(({ metadata, deleted, ...print }) => ({
      ...print,
      metadata: new Bun.CryptoHasher("sha256").update(metadata).digest("hex"),
      isDeleted: deleted === 1,
    }));
  const version = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return { schema: version?.user_version ?? 0, counts: Object.fromEntries(counts), prints };
}
