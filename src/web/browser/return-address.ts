const KEY = "tillroll.return";

/** Keeps what was looked at, to come back to it after signing in: an address's part after # is not sent anywhere. */
export function keepReturnAddress(hash: string): void {
  if (hash.length > 1) sessionStorage.setItem(KEY, hash);
}

/** What was kept, once; empty for nothing. */
export function takeReturnAddress(): string {
  const hash = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  return hash;
}
