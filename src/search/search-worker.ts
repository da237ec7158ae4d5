import { openForReading } from "../storage/database.ts";
import { serveQuestions } from "../platform/worker-client.ts";
import type { SearchQuestion } from "./search.ts";
import { SqlSearch } from "./sql-search.ts";

/* The Worker that searches, so that no search, however long, holds up the thread that answers requests. */

declare const self: Worker;

let search: SqlSearch | null = null;

serveQuestions<SearchQuestion, string>(self, ({ databasePath, workspaceId, query }) => {
  search ??= new SqlSearch(openForReading(databasePath));
  return search.find(workspaceId, query);
});
