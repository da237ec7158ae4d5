import { workspaceAddress } from "../../app/route.ts";
import { COMPARISON_LIMITS } from "../../../../compare/limits.ts";

/** The name of the page in addresses. */
const PAGE = "compare";

/** What an address says is compared, and how. */
export interface Compared {
  /** The print; `null` while none is chosen. */
  readonly a: number | null;
  /** What it is compared with: another print, or a reference; both `null` while nothing is chosen. */
  readonly b: number | null;
  readonly reference: string | null;
  readonly ignore: readonly string[];
  /** `null` for the reference's own. */
  readonly tolerance: number | null;
}

/** Reads the query of an address. */
export function readCompared(query: URLSearchParams): Compared {
  const tolerance = numberIn(query, "tolerance");
  return {
    a: numberIn(query, "a"),
    b: numberIn(query, "b"),
    reference: query.get("reference") || null,
    ignore: query.getAll("ignore").filter((pattern) => pattern !== ""),
    tolerance: tolerance !== null && tolerance <= COMPARISON_LIMITS.toleranceDots ? tolerance : null,
  };
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The address at which something is compared. */
export function compareAddress(slug: string, compared: Partial<Compared>): string {
  const { a = null, b = null, reference = null, ignore = [], tolerance = null } = compared;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ a, b, reference, tolerance }))
    if (value !== null) query.set(name, String(value));
  for (const pattern of ignore) query.append("ignore", pattern);
  return `${workspaceAddress(slug, PAGE)}${query.size === 0 ? "" : `?${query}`}`;
}
