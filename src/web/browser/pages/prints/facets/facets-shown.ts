import { effect, signal } from "@preact/signals";

const STORED = "tillroll.facets";

/** Screens that have room for it without being asked, pixels. */
const WIDE_PIXELS = 1600;

/** Screens on which it lies over the list, and is not there to begin with; as in `facets.css`. */
const NARROW_PIXELS = 1280;

/** Whether what narrows the search is shown beside the list; the browser remembers it. */
export const facetsShown = signal(isShownFirst());

function isShownFirst(): boolean {
  if (innerWidth < NARROW_PIXELS) return false;
  const stored = localStorage.getItem(STORED);
  return stored === null ? innerWidth >= WIDE_PIXELS : stored === "shown";
}

let isFirst = true;
effect(() => {
  const words = facetsShown.value ? "shown" : "hidden";
  // What nobody has chosen follows the screen.
  if (!isFirst) localStorage.setItem(STORED, words);
  isFirst = false;
});
