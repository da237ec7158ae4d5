import type { PlacedFile } from "./backup-place.ts";

/** All files of some pages, in the order of their paths. */
export async function inOrder(pages: AsyncIterable<readonly PlacedFile[]>): Promise<PlacedFile[]> {
  const files: PlacedFile[] = [];
  for await (const page of pages) files.push(...page);
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
