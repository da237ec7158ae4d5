import { signal } from "@preact/signals";
import type { SavedSearchAnswer, SavedSearchesAnswer } from "../../../../../contract/saved-search.ts";
import { get, patch, post, remove, workspacePath } from "../../../client/request.ts";

const known = signal<{ readonly slug: string; readonly items: readonly SavedSearchAnswer[] }>({
  slug: "",
  items: [],
});

/** The saved searches of a workspace as they were read last. */
export function savedSearches(slug: string): readonly SavedSearchAnswer[] {
  return known.value.slug === slug ? known.value.items : [];
}

/** Reads the saved searches of a workspace. @throws RefusedError, UnreachableError */
export async function readSavedSearches(slug: string): Promise<void> {
  const { items } = await get<SavedSearchesAnswer>(workspacePath(slug, "saved-searches"));
  known.value = { slug, items };
}

/** Saves a search; one of the same name is replaced. @throws RefusedError, UnreachableError */
export async function saveSearch(slug: string, name: string, query: string): Promise<void> {
  const wanted = name.trim().toLowerCase();
  const same = savedSearches(slug).find((search) => search.name.toLowerCase() === wanted);
  if (same === undefined) await post(workspacePath(slug, "saved-searches"), { name, query });
  else await changeSavedSearch(slug, same.id, { name, query });
  await readSavedSearches(slug);
}

export async function changeSavedSearch(
  slug: string,
  id: number,
  change: { readonly name: string; readonly query: string },
): Promise<void> {
  await patch(workspacePath(slug, "saved-searches", id), change);
  await readSavedSearches(slug);
}

export async function removeSavedSearch(slug: string, id: number): Promise<void> {
  await remove(workspacePath(slug, "saved-searches", id));
  await readSavedSearches(slug);
}
