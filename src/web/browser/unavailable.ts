import { showTheme, storedTheme } from "./app/stored-theme.ts";
import { addressOf } from "./base-path.ts";

/* In place of a page while the storage is away: it shows that page again as soon as the storage is back. */

/** How often it is asked, milliseconds. */
const LOOK_MILLISECONDS = 2000;

showTheme(storedTheme());
setInterval(() => void look(), LOOK_MILLISECONDS);

async function look(): Promise<void> {
  const response = await fetch(addressOf("/healthz")).catch(() => null);
  if (response?.ok !== true) return;
  // The same address: a link for signing in has not been used up. What a form sent is asked for without it, and forms lead
  // to no part of a page; with one, going to the same address would load nothing.
  if (location.hash === "") location.replace(location.href);
  else location.reload();
}
