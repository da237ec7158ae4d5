import type { Database } from "bun:sqlite";

/** A page of a database file: whose it is, and what of it. */
export interface PageOwner {
  /** A table or an index; `free` for a page that is nobody's, or that says to whom others belong. */
  readonly name: string;
  readonly kind: "leaf" | "internal" | "overflow" | "free";
}

/** Whose each page of a database is, by its number, from 1 (SQLite's dbstat). */
export function pageOwners(database: Database): ReadonlyMap<number, PageOwner> {
  const rows = database
    .query<{ page: number; name: string; kind: PageOwner["kind"] }, []>(
      "SELECT pageno AS page, name, pagetype AS kind FROM dbstat",
    )
    .all();
  const owners = new Map<number, PageOwner>(rows.map(({ page, name, kind }) => [page, { name, kind }]));
  const [count] = database.query<{ page_count: number }, []>("PRAGMA page_count").all();
  for (let page = 1; page <= (count?.page_count ?? 0); page++)
    if (!owners.has(page)) owners.set(page, { name: "free", kind: "free" });
  return owners;
}
