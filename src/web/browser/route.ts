/** Where the session of the browser keeps an address to come back to. */
const RETURN_KEY = "tillroll.return";

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

/** Keeps what was looked at, to come back to it after signing in: an address's part after # is not sent anywhere. */
export function keepReturnAddress(hash: string): void {
  if (hash.length > 1) sessionStorage.setItem(RETURN_KEY, hash);
}

/** What was kept, once; empty for nothing. */
export function takeReturnAddress(): string {
  const hash = sessionStorage.getItem(RETURN_KEY) ?? "";
  sessionStorage.removeItem(RETURN_KEY);
  return hash;
}
