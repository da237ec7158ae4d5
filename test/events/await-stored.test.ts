import { expect, test } from "bun:test";
import { awaitStored } from "../../src/events/await-stored.ts";
import { EventFeed } from "../../src/events/event-feed.ts";

const REST_MILLISECONDS = 50;

test("who waits does not look at all that is stored", async () => {
  const feed = new EventFeed();
  const began = performance.now();
  let told = 0;
  let looks = 0;
  feed.listen(() => {
    told++;
    feed.notify();
  });
  feed.notify();
  const found = await awaitStored(feed, {
    look: () => ++looks,
    isEnough: () => told >= 30,
    timeoutMilliseconds: 60_000,
    restMilliseconds: REST_MILLISECONDS,
    signal: new AbortController().signal,
  });
  expect(found).toBe(looks);
  // Timers may be a little early.
  expect(looks).toBeLessThanOrEqual(2 + (performance.now() - began) / (REST_MILLISECONDS - 2));
  feed.close();
});

test("what was stored meanwhile is found, and nobody waits for a service that stops", async () => {
  const feed = new EventFeed();
  let isStored = false;
  const wait = () =>
    awaitStored(feed, {
      look: () => isStored,
      isEnough: (found) => found,
      timeoutMilliseconds: 60_000,
      signal: new AbortController().signal,
    });
  const waiting = wait();
  isStored = true;
  feed.notify();
  expect(await waiting).toBe(true);
  isStored = false;
  const inVain = wait();
  feed.close();
  expect(await inVain).toBe(false);
});
