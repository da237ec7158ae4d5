/** Where the session of the browser keeps an address to come back to. */
const RETURN_KEY = "tillroll.return";

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
