import { serveQuestions } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import { storageError } from "../storage/storage-error.ts";
import type { SearchQuestion } from "./search-question.ts";
import { SqlSearch } from "./sql-search.ts";

/* The Worker that searches with SQL while the index cannot answer: apart, since such a search may take seconds. */

declare const self: Worker;

let search: SqlSearch | null = null;
let known = 0;

serveQuestions<SearchQuestion, string>(self, ({ databasePath, workspaceId, wanted, erasures }) => {
  try {
    search ??= new SqlSearch(openForReading(databasePath));
    if (erasures !== known) search.forgetTexts();
    known = erasures;
    const { kind, query } = wanted;
    return kind === "page" ? search.find(workspaceId, query) : search.facets(workspaceId, query);
  } catch (error) {
    throw storageError(error);
  }
});
