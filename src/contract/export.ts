import type { Static } from "@sinclair/typebox";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { EXPORT_FORMATS, type ExportForm, type ExportQuery, TAG_FORMS } from "../domain/export-query.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { isJsonObject, type IssueList, type JsonObject } from "../domain/validation.ts";
import { read } from "./check.ts";
import * as t from "./schema.ts";
import { checkPaging, filterOf, notFilters, searchFields } from "./search.ts";

/** What says which prints a search finds, and in which order. */
const { page: _page, pageSize: _pageSize, cursor: _cursor, ...searched } = searchFields;

/** How an export is written. */
export const formFields = {
  format: t.choice(EXPORT_FORMATS, "A table, lines of JSON, or a ZIP archive with a file for each print."),
  ...t.optional({
    bom: t.flag(
      "Begin CSV with a byte order mark, by which Excel knows that it is UTF-8; false when not given.",
    ),
    tags: t.choice(
      TAG_FORMS,
      `Tags in CSV: columns for the ${EXPORT_LIMITS.tagColumns} most frequent keys and one for all others as JSON, or ` +
        "json for one column of JSON; columns when not given.",
    ),
  }),
};

/** The body of a search, whose paging is checked and then ignored, so that one body can be sent for both. */
export const Export = t.strict(
  {
    ...searchFields,
    ...formFields,
    ...t.optional({
      ids: t.list(
        t.integer(1),
        EXPORT_LIMITS.ids,
        "These prints, in this order, instead of what a search finds.",
      ),
      proofs: t.flag(
        "Whether an archive has the proof of each print, with what checks it; the journal is sealed first. When not given, zip-raw has them: " +
          "it is the one with the bytes that they are about. The archive of a chain has none: each shop proves its own prints.",
      ),
    }),
  },
  {
    name: "Export",
    together: checkSelection,
    fault: notFilters,
    description: "A search and the form in which all that it finds is wanted; or ids.",
    examples: [
      { format: "csv", from: "2026-01-01", deviceId: "till-2" },
      { format: "zip-raw", ids: [1] },
    ],
  },
);

/** A selection is one by itself: filters would make it unclear what is missing from it. */
function checkSelection(body: JsonObject, issues: IssueList): void {
  checkPaging(body, issues);
  if (!isJsonObject(body) || !("ids" in body)) return;
  for (const name of Object.keys(searched))
    if (name in body) issues.add(name, "cannot be combined with ids; give one of them.");
}

/** Reads the body of an export. @throws TillrollError BAD_REQUEST with all faults */
export function readExportQuery(body: unknown): ExportQuery {
  const given: Static<typeof Export> = read(Export, body);
  const form = formOf(given);
  const { format, ids } = given;
  const proofs = format.startsWith("zip") && (given.proofs ?? format === "zip-raw");
  const search: SearchQuery = {
    filter: filterOf(given),
    orderBy: given.orderBy ?? "createdAt.desc",
    page: 1,
    pageSize: EXPORT_LIMITS.pagePrints,
    cursor: null,
  };
  return { ...form, proofs, search: ids === undefined ? search : null, ids: ids ?? null };
}

/** How an export is written, with what is not given. */
export function formOf({
  format,
  bom = false,
  tags = "columns",
}: Partial<ExportForm> & Pick<ExportForm, "format">): ExportForm {
  return { format, bom, tags };
}
