import { computed, signal } from "@preact/signals";
import { seesAllShops, workspaces } from "./session.ts";
import { ALL_SHOPS, printsAddress, readRoute, type Route } from "./route.ts";

/** The part of the address that says what is shown. */
export const hash = signal(location.hash);
for (const event of ["hashchange", "popstate"])
  addEventListener(event, () => {
    hash.value = location.hash;
  });

/** What the address says; where one begins when it says nothing. */
export const route = computed<Route>(() => readRoute(hash.value) ?? readRoute(firstAddress()) ?? NOWHERE);

/** The prints of the first workspace; in an archive those of all, where one may see several. */
function firstAddress(): string {
  return printsAddress(seesAllShops() ? ALL_SHOPS.slug : (workspaces.value[0]?.slug ?? "default"));
}

const NOWHERE: Route = { slug: null, page: "", printId: null, parts: [], query: new URLSearchParams() };

let last = "";

/** The workspace that is shown; on a page of the service the one that was shown last. */
export const slug = computed(() => {
  last = route.value.slug ?? (last || (workspaces.value[0]?.slug ?? "default"));
  return last;
});

/** What is searched on the prints page: the address's `q`. */
export const query = computed(() => route.value.query.get("q") ?? "");

/** Goes to an address. @param replace true where "back" is not to lead to the address before */
export function goTo(address: string, replace = false): void {
  if (address === location.hash) return;
  if (replace) {
    history.replaceState(history.state, "", address);
    hash.value = location.hash;
  } else location.hash = address;
}

/**
 * Begins something that takes its time and then leads to an address.
 * @returns goes there as {@link goTo} does, but nowhere for a reader who has gone elsewhere meanwhile
 */
export function goingOnFromHere(): typeof goTo {
  const here = hash.peek();
  return (address, replace) => {
    if (hash.peek() === here) goTo(address, replace);
  };
}

/** Searches the prints of the workspace that is shown, or of all; the open print stays. An empty text searches nothing. */
export function setQuery(text: string, replace = false): void {
  const { slug: shown, page } = route.value;
  if (shown === null && page === ALL_SHOPS.page) goTo(printsAddress(ALL_SHOPS.slug, null, text), replace);
  else
    goTo(
      printsAddress(slug.value, route.value.page === "prints" ? route.value.printId : null, text),
      replace,
    );
}
