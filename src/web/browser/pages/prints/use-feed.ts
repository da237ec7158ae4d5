import { useEffect, useState } from "preact/hooks";
import type { SearchBody } from "../../../../contract/search.ts";
import { isDamaged } from "../../../../domain/damaged-print.ts";
import { fail } from "../../app/notices.tsx";
import { ALL_SHOPS } from "../../app/route.ts";
import { askPage } from "../../client/early-search.ts";
import { ShopsPages } from "../../client/shops-pages.ts";
import { STREAM_BEGUN, type StreamEvent } from "../../client/event-stream.ts";
import { useEvents } from "../../client/use-events.ts";
import { type ListedPrint, PrintFeed } from "./print-feed.ts";

/** Events about one print as it is now. */
const CHANGES = ["print.updated", "print.deleted"];

/** Events after which it is not known which prints there are. */
const UPHEAVALS = [STREAM_BEGUN, "prints.deleted", "print.erased", "print.purged", "data.restored"];

/** All events after which a search may find something else. */
export const PRINT_EVENTS = ["print.created", ...CHANGES, ...UPHEAVALS];

/** How often the prints of all shops are looked at, which no stream of events tells of. Milliseconds. */
const POLL_MILLISECONDS = 5000;

/** The result of a search, kept up to date by the stream of events; that of all shops by looking again. */
export function useFeed(slug: string, body: SearchBody): PrintFeed {
  const [feed] = useState(newFeed);
  const wanted = JSON.stringify(body);
  useEffect(() => {
    feed.start(slug, JSON.parse(wanted) as SearchBody);
  }, [slug, wanted]);
  useEffect(() => () => feed.stop(), []);
  const isOfAll = slug === ALL_SHOPS.slug;
  useEvents(PRINT_EVENTS, (event) => {
    if (!isOfAll) tell(feed, event);
  });
  useEffect(() => {
    if (!isOfAll) return;
    const timer = setInterval(() => {
      if (!document.hidden) feed.lookSoon();
    }, POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isOfAll]);
  return feed;
}

function newFeed(): PrintFeed {
  const shops = new ShopsPages(() => feed.lookSoon(), fail);
  const feed = new PrintFeed({
    ask: (slug, body, end) =>
      slug === ALL_SHOPS.slug ? shops.ask(slug, body, end) : askPage(slug, body, end),
    onError: fail,
  });
  return feed;
}

function tell(feed: PrintFeed, { kind, data }: StreamEvent): void {
  const isCreated = kind === "print.created";
  if (!isCreated && !CHANGES.includes(kind)) return feed.lookSoon();
  const print = data as ListedPrint;
  // Where a damaged one stands, the list says.
  if (isDamaged(print)) feed.lookSoon();
  else if (isCreated) feed.created(print);
  else feed.changed(print);
}
