/** Service pages are under this in place of a workspace: no slug looks like it. */
const SERVICE = "~";

/** The page of a workspace when its address names none. */
export const PRINTS = "prints";

/** The prints of all workspaces of an archive: a page of the service, and what stands where else the slug of a workspace does. */
export const ALL_SHOPS = { page: "all", slug: SERVICE } as const;

/** What an address says is shown. */
export interface Route {
  /** The workspace; `null` for a page of the service. */
  readonly slug: string | null;
  readonly page: string;
  /** The open print, on the prints page. */
  readonly printId: number | null;
  /** What follows the page: `["Bar"]` of `#/shop/printers/Bar`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const SLUG = /^[A-Za-z0-9-]{1,63}$/;
const PRINT_ID = /^[1-9]\d{0,15}$/;

/** Reads an address such as `#/default/123?q=tea` or `#/~/system`; `null` when it is something else. */
export function readRoute(hash: string): Route | null {
  const [path = "", ...search] = hash.replace(/^#/, "").split("?");
  const query = new URLSearchParams(search.join("?"));
  const [root, first = "", ...rest] = path.replace(/\/$/, "").split("/");
  if (root !== "") return null;
  const parts = rest.map(decoded);
  if (first === SERVICE) {
    const [page = "", ...others] = parts;
    return page === "" ? null : { slug: null, page, printId: null, parts: others, query };
  }
  if (!SLUG.test(first)) return null;
  const [name, ...others] = parts;
  if (name === undefined) return { slug: first, page: PRINTS, printId: null, parts: [], query };
  if (PRINT_ID.test(name)) return { slug: first, page: PRINTS, printId: Number(name), parts: others, query };
  return { slug: first, page: name, printId: null, parts: others, query };
}

/** The address of the prints of a workspace or of {@link ALL_SHOPS}, or of one of a workspace. @param q what is searched; empty for nothing */
export function printsAddress(slug: string, printId: number | null = null, q = ""): string {
  const path = slug === ALL_SHOPS.slug ? `${SERVICE}/${ALL_SHOPS.page}` : slug;
  return `#/${path}${printId === null ? "" : `/${printId}`}${q === "" ? "" : `?${new URLSearchParams({ q })}`}`;
}

/** The address of a page of a workspace. @param parts what follows the page, such as a printer's name */
export function workspaceAddress(slug: string, page: string, ...parts: readonly string[]): string {
  return page === PRINTS
    ? printsAddress(slug)
    : `#/${[slug, page, ...parts].map(encodeURIComponent).join("/")}`;
}

/** The address of a page of the service. */
export function serviceAddress(page: string, ...parts: readonly string[]): string {
  return `#/${[SERVICE, page, ...parts.map(encodeURIComponent)].join("/")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
