/* What a reader has chosen to see of the prints of a workspace. */

const KEYS = "tillroll.facets.keys.";
const SUM = "tillroll.facets.sum.";

/** The tags whose values are open; `null` where nobody has chosen any. */
export function rememberedKeys(slug: string): readonly string[] | null {
  const stored = localStorage.getItem(KEYS + slug);
  if (stored === null) return null;
  try {
    const keys: unknown = JSON.parse(stored);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : null;
  } catch {
    return null;
  }
}

export function rememberKeys(slug: string, keys: readonly string[]): void {
  localStorage.setItem(KEYS + slug, JSON.stringify(keys));
}

/** The tag whose numbers are added; empty for none. */
export function rememberedSum(slug: string): string {
  return localStorage.getItem(SUM + slug) ?? "";
}

export function rememberSum(slug: string, key: string): void {
  localStorage.setItem(SUM + slug, key);
}
