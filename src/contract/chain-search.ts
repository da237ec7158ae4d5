import { type Static, Type } from "@sinclair/typebox";
import { type ChainFacetsQuery, DEFAULT_FACETS } from "../domain/facets-query.ts";
import type { ChainExportQuery } from "../domain/export-query.ts";
import { EXPORT_LIMITS, SEARCH_LIMITS } from "../domain/limits.ts";
import { CHAIN_ORDERS, type ChainQuery, type ChainScope, type SearchFilter } from "../domain/search-query.ts";
import type { IssueList, JsonObject } from "../domain/validation.ts";
import { read } from "./check.ts";
import { formFields, formOf } from "./export.ts";
import { checkFacets, DEFAULT_NAMES, FacetCounts, facetsOf, valueCounts, wantedFacets } from "./facets.ts";
import { Print } from "./print.ts";
import * as t from "./schema.ts";
import { checkPaging, filterOf, notFilters, Page, searchFields } from "./search.ts";

/** Whose prints. */
const scope = t.optional({
  workspaces: t.list(
    t.anyText(),
    SEARCH_LIMITS.workspaces,
    "The slugs of the workspaces; all that you may see when not given.",
  ),
  group: t.anyText("The workspaces of this group of shops that you may see. Excludes workspaces."),
});

const fields = {
  ...searchFields,
  ...scope,
  ...t.optional({
    orderBy: t.choice(
      CHAIN_ORDERS,
      "createdAt.desc when not given; ties are broken by id. receivedAt is when the archive had the print: who walks by it " +
        "misses nothing that shops send later.",
    ),
    total: t.choice(
      ["exact", "none"],
      "exact when not given; with none the page comes sooner, and its total is null.",
    ),
  }),
};

const Scope = t.object(scope);
type ScopeGiven = Static<typeof Scope>;

function checkScope(body: JsonObject, issues: IssueList): void {
  if (Object.hasOwn(body, "workspaces") && Object.hasOwn(body, "group"))
    issues.add("group", "cannot be combined with workspaces; give one of them.");
}

/** Strict, as the search in one workspace. */
export const ChainSearch = t.strict(fields, {
  name: "ChainSearch",
  together: (body, issues) => {
    checkPaging(body, issues);
    checkScope(body, issues);
  },
  fault: notFilters,
  description:
    "A search in several workspaces. All given filters must hold. {} finds all prints that you may see.",
  examples: [
    { tag: { op: "eq", key: "orderId", value: "1001" }, total: "none" },
    { workspaces: ["berlin-1", "berlin-2"], text: ["flat white"], pageSize: 10 },
  ],
});

/** The body of such a search, whose order and paging are checked and then ignored. */
export const ChainCount = t.strict(fields, {
  name: "ChainCount",
  together: (body, issues) => {
    checkPaging(body, issues);
    checkScope(body, issues);
  },
  fault: notFilters,
  description: "The filters of a search in several workspaces.",
  examples: [{ from: "2026-01-01", group: "north" }],
});

export const ChainFacets = t.strict(
  {
    ...fields,
    facets: Type.Optional(
      wantedFacets(t.optional({ workspace: t.flag("Count by workspace.") }), ["workspace", ...DEFAULT_NAMES]),
    ),
  },
  {
    name: "ChainFacets",
    together: (body, issues) => {
      checkFacets(body, issues);
      checkScope(body, issues);
    },
    fault: notFilters,
    description:
      "The filters of a search in several workspaces, and which counts over the prints they find are wanted.",
    examples: [{ from: "2026-01-01", facets: { workspace: true, time: "day", timeZone: "Europe/Vienna" } }],
  },
);

/** The body of such a search and the form in which all that it finds is wanted. */
export const ChainExport = t.strict(
  { ...fields, ...formFields },
  {
    name: "ChainExport",
    together: (body, issues) => {
      checkPaging(body, issues);
      checkScope(body, issues);
    },
    fault: notFilters,
    description: "A search in several workspaces and the form in which all that it finds is wanted.",
    examples: [{ format: "csv", from: "2026-01-01", to: "2026-02-01", group: "north" }],
  },
);

const { total, totalPage } = Page.properties;

export const ChainPage = t.object(
  {
    ...Page.properties,
    items: t.list(
      t.object({ workspace: t.anyText("The slug of its workspace."), ...Print.properties }),
      null,
    ),
    total: t.nullable(total, "All prints that match, exactly; null where it was not asked for."),
    totalPage: t.nullable(totalPage, "0 when nothing matches; null without a total."),
  },
  { name: "ChainPage", description: "A page of results of several workspaces." },
);

export const ChainFacetCounts = t.object(
  { ...FacetCounts.properties, ...t.optional({ workspace: t.object(valueCounts) }) },
  {
    name: "ChainFacetCounts",
    description: "Counts over all prints that match; only those that were asked for.",
  },
);

export const ChainTotal = t.object(
  { total, textPending: Page.properties.textPending },
  { name: "ChainTotal", description: "How many prints match." },
);

export type ChainPageAnswer = Static<typeof ChainPage>;
export type ChainTotalAnswer = Static<typeof ChainTotal>;

/** Reads the body of a search in several workspaces. @throws TillrollError BAD_REQUEST with all faults */
export function readChainQuery(body: unknown): { readonly scope: ChainScope; readonly query: ChainQuery } {
  const given = read(ChainSearch, body);
  const { orderBy = "createdAt.desc", page = 1, pageSize = SEARCH_LIMITS.pageSizeDefault, cursor } = given;
  const paging = { orderBy, page, pageSize, ...(cursor !== undefined && { cursor }) };
  return {
    scope: scopeOf(given),
    query: { filter: filterOf(given), ...paging, total: given.total ?? "exact" },
  };
}

/** Reads the body of a question for facets of several. @throws TillrollError BAD_REQUEST with all faults */
export function readChainFacets(body: unknown): {
  readonly scope: ChainScope;
  readonly query: ChainFacetsQuery;
} {
  const given = read(ChainFacets, body);
  const { facets } = given;
  const counted = facets === undefined ? DEFAULT_FACETS : facetsOf(facets);
  const byWorkspace = facets === undefined || (facets.workspace ?? false);
  return { scope: scopeOf(given), query: { filter: filterOf(given), facets: counted, byWorkspace } };
}

/** Reads the body of a question for the total alone. @throws TillrollError BAD_REQUEST with all faults */
export function readChainCount(body: unknown): { readonly scope: ChainScope; readonly filter: SearchFilter } {
  const given = read(ChainCount, body);
  return { scope: scopeOf(given), filter: filterOf(given) };
}

/** Reads the body of an export of several. @throws TillrollError BAD_REQUEST with all faults */
export function readChainExport(body: unknown): {
  readonly scope: ChainScope;
  readonly query: ChainExportQuery;
} {
  const given = read(ChainExport, body);
  const search = {
    filter: filterOf(given),
    orderBy: given.orderBy ?? "createdAt.desc",
    page: 1,
    pageSize: EXPORT_LIMITS.pagePrints,
    cursor: null,
    total: "none",
  } as const;
  return { scope: scopeOf(given), query: { ...formOf(given), search } };
}

function scopeOf({ workspaces, group }: ScopeGiven): ChainScope {
  return { workspaces: workspaces ?? null, group: group ?? null };
}
