/** What the address says is shown: a workspace, and a print of it. */
export interface Route {
  readonly slug: string;
  readonly printId: number | null;
}

/** Reads an address such as `#/default/123` or `#/default`; `null` when it is something else. */
export function readRoute(hash: string): Route | null {
  const parts = /^#\/([A-Za-z0-9-]{1,63})(?:\/([1-9]\d{0,15}))?\/?$/.exec(hash);
  if (parts === null) return null;
  return { slug: parts[1] ?? "", printId: parts[2] === undefined ? null : Number(parts[2]) };
}

/** The address that {@link readRoute} reads. */
export function writeRoute({ slug, printId }: Route): string {
  return printId === null ? `#/${slug}` : `#/${slug}/${printId}`;
}
