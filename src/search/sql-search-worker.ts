import { serveQuestions } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import { storageError } from "../storage/storage-error.ts";
import { type SentQuestion, unpackQuestion } from "./search-question.ts";
import { SqlSearch } from "./sql-search.ts";

/* The Worker that searches with SQL while the index cannot answer: apart, since such a search may take seconds. */

declare const self: Worker;

let search: SqlSearch | null = null;
let known = 0;

serveQuestions<SentQuestion, string>(self, (sent) => {
  const { databasePath, workspaceId, wanted, erasures } = unpackQuestion(sent);
  try {
    search ??= new SqlSearch(openForReading(databasePath));
    if (erasures !== known) search.forgetTexts();
    known = erasures;
    if (wanted.kind === "page") return search.find(workspaceId, wanted.query);
    return wanted.kind === "gaps"
      ? search.gaps(workspaceId, wanted.query)
      : search.facets(workspaceId, wanted.query);
  } catch (error) {
    throw storageError(error);
  }
});
