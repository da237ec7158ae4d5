import { isArchive } from "../../../app/session.ts";
import { signal } from "@preact/signals";
import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import type { PrinterAnswer } from "../../../../../contract/printer.ts";
import { isoDayOf, wallTimeOf } from "../../../../../search-language/calendar.ts";
import type { SearchContext } from "../../../../../search-language/meaning.ts";
import { get, post, printsPath, workspacePath } from "../../../client/request.ts";
import { language } from "../../../texts/texts.ts";

/** What is known of a workspace, and when it was read: epoch milliseconds. */
interface Known extends Pick<SearchContext, "tagKeys" | "printers"> {
  readonly slug: string;
  readonly readAt: number;
}

/** What is older is read again before it is offered, milliseconds. */
const FRESH_MILLISECONDS = 60_000;

const NOTHING: Known = { slug: "", readAt: 0, tagKeys: null, printers: [] };

const known = signal(NOTHING);
let reading: { readonly slug: string; readonly done: Promise<void> } | null = null;

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** The reader's time zone: that of the shop, wherever the service runs. */
export const TIME_ZONE = timeZone;

/** What a search means `now`: days end, and so a search for today is another one tomorrow. */
let now = Date.now();

/** What the search language knows of a workspace. A component that calls it follows what is read later. */
export function searchContext(slug: string): SearchContext {
  if (dayOf(now) !== dayOf(Date.now())) now = Date.now();
  const { tagKeys, printers } = known.value.slug === slug ? known.value : NOTHING;
  return { now, timeZone: TIME_ZONE, tagKeys, printers, dateWords: language.value === "de" ? 1 : 0 };
}

function dayOf(moment: number): string {
  return isoDayOf(wallTimeOf(moment, TIME_ZONE));
}

/** Begins "now" anew: somebody searches for something else. */
export function renewNow(): void {
  now = Date.now();
}

/** Reads which tags and printers a workspace has, unless that is known. Failing is no matter: then less is offered. */
export function readSearchContext(slug: string): Promise<void> {
  const { slug: last, readAt } = known.peek();
  if (last === slug && Date.now() - readAt < FRESH_MILLISECONDS) return Promise.resolve();
  if (reading?.slug !== slug) {
    const done = readKnown(slug).finally(() => {
      if (reading?.done === done) reading = null;
    });
    reading = { slug, done };
  }
  return reading.done;
}

/** Tags that a print brought: what was read before may lack them, and then they would be looked for as words. */
export function learnTags(slug: string, keys: readonly string[]): void {
  const { slug: last, tagKeys } = known.peek();
  // Where not all are known, none is taken for a mistake.
  if (last !== slug || tagKeys === null || !tagKeys.isComplete) return;
  const names = [...new Set([...tagKeys.names, ...keys])];
  if (names.length > tagKeys.names.length) known.value = { ...known.peek(), tagKeys: { ...tagKeys, names } };
}

/** Has what is known read again when it is next asked for: nobody hears of new tags meanwhile. */
export function ageSearchContext(): void {
  known.value = { ...known.peek(), readAt: 0 };
}

interface Printers {
  readonly items: readonly PrinterAnswer[];
}

const NO_PRINTERS: Printers = { items: [] };

async function readKnown(slug: string): Promise<void> {
  try {
    const body = { deleted: "any", facets: { tagKeys: true } };
    const [facets, printers] = await Promise.all([
      post<FacetsAnswer>(printsPath(slug, "facets"), body),
      isArchive() ? NO_PRINTERS : get<Printers>(workspacePath(slug, "printers")),
    ]);
    const { keys = [], others = 0 } = facets.tagKeys ?? {};
    known.value = {
      slug,
      readAt: Date.now(),
      tagKeys: { names: keys.map(({ key }) => key), isComplete: others === 0 },
      printers: printers.items.map(({ name, deviceId }) => ({ name, deviceId: deviceId ?? name })),
    };
  } catch {
    known.value = { ...NOTHING, slug, readAt: Date.now() };
  }
}
