import type { SearchQuery } from "../../src/domain/search-query.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { closeReader, openForReading } from "../../src/storage/database.ts";
import type { Endpoint } from "./client.ts";

/**
 * Asks a service searches over HTTP and compares its answers, letter by letter, with those of SQL on its database. Nobody
 * may write meanwhile.
 * @returns what was wrong, in words
 */
export async function verifySearches(
  endpoint: Endpoint,
  dataFolder: string,
  searches: readonly SearchQuery[],
): Promise<string[]> {
  const faults: string[] = [];
  const database = openForReading(databasePath(dataFolder));
  try {
    const sql = new SqlSearch(database);
    for (const query of searches) {
      const { status, text } = await ask(endpoint, query);
      const asked = JSON.stringify(query);
      if (status !== 200) faults.push(`${asked}: answered ${status} ${text.slice(0, 200)}`);
      else if (isComplete(text) && text !== sql.find(1, query)) faults.push(`${asked}: not as SQL answers`);
    }
  } finally {
    closeReader(database);
  }
  return faults;
}

/** An answer that says of prints that their text could not be searched yet is right to leave them out. */
function isComplete(text: string): boolean {
  const { textPending = 0 } = JSON.parse(text) as { textPending?: number };
  return textPending === 0;
}

async function ask({ workspaceAddress, token }: Endpoint, { filter, ...rest }: SearchQuery) {
  const { from, to, ...others } = filter;
  const bounds = {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
  const response = await fetch(`${workspaceAddress}/prints/search`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...others, ...bounds, ...rest }),
  });
  return { status: response.status, text: await response.text() };
}
