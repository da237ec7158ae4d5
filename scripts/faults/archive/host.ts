import { join } from "node:path";
import { SeededRandom } from "../random.ts";
import type { FromHost, HostAnswer, HostQuestion, HostStart, ToHost } from "./host-messages.ts";
import { FaultShop, isShopThere, putBack } from "./shop.ts";

/*
 * A process with several shops, each with its folder, its writer and what sends its prints. It is asked over the channel of
 * processes of Bun, and may be killed at any moment.
 */

/** How long it pauses at most between two acts of its shops, milliseconds. */
const LONGEST_PAUSE_MILLISECONDS = 250;

const shops = new Map<string, FaultShop>();
let start: HostStart | null = null;
let random = new SeededRandom(0);
let isBusy = false;
/** What is done to folders waits for what was asked before. */
let asked: Promise<unknown> = Promise.resolve();

function send(message: FromHost): void {
  process.send?.(message);
}

function open(shop: string): FaultShop {
  if (start === null) throw new Error("the host was not begun");
  const own = new SeededRandom(random.integer(0, 2 ** 32 - 1));
  const opened = new FaultShop(shop, folderOf(shop), own, start.times, ({ isRefused, clonedAt }) => {
    if (isRefused) send({ shop, told: "refused" });
    if (clonedAt !== null) send({ shop, told: "cloned" });
  });
  shops.set(shop, opened);
  return opened;
}

function folderOf(shop: string): string {
  return join(start?.folder ?? "", shop);
}

function shopOf(name: string): FaultShop {
  const shop = shops.get(name);
  if (shop === undefined) throw new Error(`there is no shop ${name}`);
  return shop;
}

async function answer(question: HostQuestion): Promise<HostAnswer> {
  switch (question.ask) {
    case "begin":
      begin(question.start);
      return {};
    case "join": {
      const key = await shopOf(question.shop).join(question.url, question.code);
      shopOf(question.shop).ship();
      return { key };
    }
    case "busy":
      isBusy = question.isBusy;
      return {};
    case "copy":
      shopOf(question.shop).copyTo(folderOf(question.to));
      return {};
    case "putBack": {
      await shopOf(question.shop).close();
      putBack(folderOf(question.copy), folderOf(question.shop));
      open(question.shop).ship();
      return {};
    }
    case "clone":
      shopOf(question.shop).copyTo(folderOf(question.as));
      open(question.as).ship();
      return {};
    case "ship":
      for (const shop of shops.values()) await shop.rest();
      for (const name of question.shops) shopOf(name).ship();
      return {};
    case "unsent": {
      const unsent = question.shops.flatMap((name) => {
        const left = shopOf(name).unsent;
        return left === null ? [] : [`${name}: ${left}`];
      });
      return { unsent };
    }
  }
}

function begin(given: HostStart): void {
  start = given;
  random = new SeededRandom(given.seed);
  isBusy = given.isBusy;
  for (const name of given.shops) {
    const isThere = isShopThere(folderOf(name));
    const shop = open(name);
    if (isThere) shop.ship();
  }
  void actOnAndOn();
}

async function actOnAndOn(): Promise<void> {
  for (;;) {
    await Bun.sleep(random.integer(0, LONGEST_PAUSE_MILLISECONDS));
    if (isBusy) random.pick([...shops.values()])?.act();
  }
}

process.on("message", ({ number, question }: ToHost) => {
  asked = asked
    .then(async () => send({ number, answer: await answer(question) }))
    .catch((error: unknown) => send({ number, error: String(error) }));
});
process.on("disconnect", () => process.exit(0));
send({ ready: true });
