import type { PageAnswer, SearchBody } from "../../../contract/search.ts";
import { ALL_SHOPS } from "../app/route.ts";
import { post, printsPath } from "./request.ts";

/** A page of a search as it is asked for. */
export type PageBody = SearchBody & { readonly page: number; readonly pageSize: number };

/** Prints asked for together. */
export const PAGE_SIZE = 50;

/** The newest prints, asked for before the list is there that shows them. */
let early: { readonly of: string; readonly answer: Promise<PageAnswer> } | null = null;

/** Asks for the newest prints of a workspace, as the list asks for them first. */
export function beginSearch(slug: string): void {
  const body = { page: 1, pageSize: PAGE_SIZE };
  const answer = ask(slug, body);
  // Who asks for the same hears of a failure.
  answer.catch(() => {});
  early = { of: keyOf(slug, body), answer };
}

/** Asks for a page of a search, without a total in all shops; what was asked for already is not asked for twice. */
export function askPage(slug: string, body: PageBody, end: AbortSignal): Promise<PageAnswer> {
  const begun = early;
  early = null;
  return begun?.of === keyOf(slug, body) ? begun.answer : ask(slug, body, end);
}

function ask(slug: string, body: PageBody, end?: AbortSignal): Promise<PageAnswer> {
  const asked = slug === ALL_SHOPS.slug ? { ...body, total: "none" } : body;
  return post<PageAnswer>(printsPath(slug, "search"), asked, end);
}

function keyOf(slug: string, body: PageBody): string {
  return JSON.stringify([
    slug,
    ...Object.entries(body).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
}
