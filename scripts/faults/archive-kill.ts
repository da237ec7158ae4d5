import { Chain, type ChainShop, startPostgresql } from "./archive/chain.ts";
import {
  countedPrints,
  countForsakenContents,
  countOpen,
  readArchivedPrints,
  readShopPrints,
} from "./archive/compared.ts";
import { ChainEvents, chooseEvents, type EventCounts } from "./archive/events.ts";
import { compareShop, keyOf } from "./archive/verdict.ts";
import { SeededRandom } from "./random.ts";

/** How many of the requests meet a fault while things happen. */
const FAULT_RATE = 0.15;

/** How long it may take until all is sent, milliseconds: machines that test are busy. */
const SETTLE_MILLISECONDS = 300_000;
const POLL_MILLISECONDS = 100;

/** How many of the shops that have not sent all are named. */
const NAMED = 5;

export interface ArchiveKillOptions extends EventCounts {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  readonly shops: number;
  readonly instances: number;
  readonly onRound?: (line: string) => void;
}

export interface ArchiveKillReport {
  readonly kills: { readonly hosts: number; readonly instances: number; readonly postgresql: number };
  readonly restores: number;
  readonly clones: number;
  readonly offline: number;
  /** Requests, and those of them that met a fault of the way. */
  readonly requests: number;
  readonly spoilt: number;
  /** Prints of shops and their copies at the end, which the archive is to have. */
  readonly prints: number;
  /** Prints that the archive has and the shop has not, which was restored or cloned. */
  readonly onlyArchived: number;
  /** Prints of restored shops of which the archive has a later state. */
  readonly later: number;
  /** Shops that went back, and were neither restored nor cloned. */
  readonly falseRestores: number;
  readonly lost: number;
  readonly wrong: number;
  readonly faults: readonly string[];
}

/**
 * Has shops send to an archive while hosts, instances and PostgreSQL are killed, shops are restored and cloned, and the way cuts,
 * halves, doubles and delays: in the end the archive has what its shops have, once, and nothing older than it had.
 * @returns `null` where PostgreSQL is not here
 */
export async function runArchiveKills(options: ArchiveKillOptions): Promise<ArchiveKillReport | null> {
  const server = await startPostgresql();
  if (server === null) return null;
  const random = new SeededRandom(options.seed);
  await using chain = new Chain({ ...options, random }, server);
  await chain.join();
  options.onRound?.(`${chain.shops.length} shops have joined`);
  const events = new ChainEvents(chain, random);
  await setBusy(chain, true);
  chain.way.rate = FAULT_RATE;
  const chosen = chooseEvents(random, options);
  await events.run(chosen, (index) => {
    const each = Math.max(1, Math.round(chosen.length / 20));
    if ((index + 1) % each === 0) options.onRound?.(`${index + 1} of ${chosen.length} events`);
  });
  await setBusy(chain, false);
  chain.way.rate = 0;
  await chain.way.settle();
  const faults = await settle(chain, options.onRound);
  const { done } = events;
  return {
    kills: { hosts: done.host, instances: done.instance, postgresql: done.postgresql },
    restores: done.restore,
    clones: chain.clones.size,
    offline: done.offline,
    requests: chain.way.requests,
    spoilt: chain.way.faults,
    ...(await judge(chain, events, faults)),
  };
}

async function setBusy(chain: Chain, isBusy: boolean): Promise<void> {
  chain.isBusy = isBusy;
  await Promise.all(chain.hosts.map((host) => host.insist({ ask: "busy", isBusy })));
}

/**
 * Waits until all is sent: by the shops, by their copies without them, as two that send would take turns for ever, and by the
 * shops again, which learn what was erased meanwhile.
 * @returns what was not sent in time
 */
async function settle(chain: Chain, onRound: (line: string) => void = () => {}): Promise<string[]> {
  for (const instance of chain.instances) await instance.untilAnswers();
  const clonesAt = (host: number) =>
    [...chain.clones].filter(([, shop]) => shop.host === host).map(([name]) => name);
  const own = (host: number) => chain.ownNamesAt(host);
  const phases = chain.clones.size === 0 ? [own] : [own, clonesAt, own];
  const faults: string[] = [];
  for (const [phase, names] of phases.entries()) {
    const of = chain.hosts.map((host, index) => ({ host, shops: names(index) }));
    await Promise.all(of.map(({ host, shops }) => host.insist({ ask: "ship", shops })));
    const left = await untilSent(chain, of);
    faults.push(...left.slice(0, NAMED).map((what) => `not all was sent: ${what}`));
    onRound(`settled ${phase + 1} of ${phases.length}: ${left.length} not sent`);
  }
  return faults;
}

async function untilSent(
  chain: Chain,
  of: readonly { readonly host: Chain["hosts"][number]; readonly shops: readonly string[] }[],
): Promise<string[]> {
  const end = performance.now() + SETTLE_MILLISECONDS;
  for (;;) {
    const answers = await Promise.all(of.map(({ host, shops }) => host.ask({ ask: "unsent", shops })));
    const left = answers.flatMap(({ unsent = [] }) => unsent);
    const open = await countOpen(chain.database);
    if (open > 0) left.push(`${open} orders and wishes of the archive are open`);
    if (left.length === 0 || performance.now() > end) return left;
    await Bun.sleep(POLL_MILLISECONDS);
  }
}

/** Compares all shops with the archive, once nothing goes on any more. */
async function judge(chain: Chain, events: ChainEvents, faults: string[]) {
  for (const { faults: own } of [...chain.hosts, ...chain.instances]) faults.push(...own);
  await Promise.all(chain.hosts.map((host) => host.stop()));
  const sums = { prints: 0, onlyArchived: 0, later: 0, lost: 0, wrong: 0, falseRestores: 0 };
  for (const shop of chain.shops) {
    const isRewritten = events.rewritten.has(shop.name);
    const archived = await readArchivedPrints(chain.database, shop.workspaceId);
    const copies = [...chain.clones].filter(([, of]) => of === shop).map(([name]) => name);
    const sides = [shop.name, ...copies].map((name) => readShopPrints(chain.folderOf(shop, name)));
    const identities = new Set<string>();
    for (const [index, prints] of sides.entries()) {
      const name = [shop.name, ...copies][index] ?? "";
      const seen = events.seen.get(shop.name) ?? [];
      const ofCopies = sides.filter((other) => other !== prints).flat();
      const verdict = compareShop({ name, prints, isRewritten, seen, ofCopies }, archived);
      sums.lost += verdict.lost.length;
      sums.wrong += verdict.wrong.length;
      sums.later += verdict.later;
      faults.push(...verdict.lost, ...verdict.wrong, ...verdict.others);
      for (const { ordinal, fingerprint } of prints)
        if (fingerprint !== null) identities.add(keyOf({ ordinal, fingerprint }));
    }
    const live = archived.filter(({ isRemoved }) => !isRemoved);
    sums.prints += identities.size;
    sums.onlyArchived += live.filter((print) => !identities.has(keyOf(print))).length;
    faults.push(...(await faultsOfCounts(chain, shop, live.length)));
    const rewinds = chain.way.rewinds.get(shop.keyId) ?? 0;
    if (rewinds === 0 || isRewritten) continue;
    sums.falseRestores++;
    faults.push(`${shop.name}: took itself for a restored one`);
  }
  for (const { shop, told } of chain.told) {
    const of = chain.clones.get(shop)?.name ?? shop;
    if (told === "refused" || !events.rewritten.has(of)) faults.push(`${shop}: was told to be ${told}`);
  }
  return { ...sums, faults: [...new Set(faults)] };
}

async function faultsOfCounts(
  { database }: Chain,
  { name, workspaceId }: ChainShop,
  live: number,
): Promise<string[]> {
  const faults: string[] = [];
  const forsaken = await countForsakenContents(database, workspaceId);
  if (forsaken > 0) faults.push(`${name}: bytes of ${forsaken} prints are there that are erased`);
  const counted = await countedPrints(database, workspaceId);
  if (counted !== live) faults.push(`${name}: ${counted} prints are counted, and ${live} are there`);
  return faults;
}
