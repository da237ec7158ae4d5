import type { SeededRandom } from "../random.ts";
import type { Chain, ChainShop } from "./chain.ts";
import { readSeenPrints } from "./compared.ts";
import type { SeenPrint } from "./verdict.ts";

/** What happens to a chain. */
export type ChainEvent = "host" | "instance" | "postgresql" | "restore" | "clone" | "offline";

/** How many of each happen. */
export interface EventCounts {
  readonly kills: number;
  readonly restores: number;
  readonly clones: number;
  /** How many shops are cut off for long. */
  readonly offline: number;
}

/** Of a hundred kills, those of PostgreSQL and of instances; the others are of hosts. */
const POSTGRESQL_KILLS = 5;
const INSTANCE_KILLS = 35;

/** The longest pauses, milliseconds: between events, and of PostgreSQL before it is started again. */
const LONGEST_PAUSE_MILLISECONDS = 800;
const LONGEST_HALT_MILLISECONDS = 500;

/** For how much of a run a shop is cut off. */
const SHARE_OFFLINE = 0.3;

/** All events of a run, in an order of chance. */
export function chooseEvents(random: SeededRandom, counts: EventCounts): ChainEvent[] {
  const events: ChainEvent[] = Array.from({ length: counts.kills }, (_, index) => {
    const share = (index * 100) / counts.kills;
    if (share < POSTGRESQL_KILLS) return "postgresql";
    return share < POSTGRESQL_KILLS + INSTANCE_KILLS ? "instance" : "host";
  });
  for (const name of ["restore", "clone", "offline"] as const) {
    const count = { restore: counts.restores, clone: counts.clones, offline: counts.offline }[name];
    for (let index = 0; index < count; index++) events.push(name);
  }
  for (let index = events.length - 1; index > 0; index--) {
    const other = random.integer(0, index);
    [events[index], events[other]] = [events[other] as ChainEvent, events[index] as ChainEvent];
  }
  return events;
}

/** Lets things happen to a chain, and remembers what is needed to judge what came of them. */
export class ChainEvents {
  /** How often each happened. */
  readonly done: Record<ChainEvent, number> = {
    host: 0,
    instance: 0,
    postgresql: 0,
    restore: 0,
    clone: 0,
    offline: 0,
  };
  /** Shops that were restored or cloned. */
  readonly rewritten = new Set<string>();
  /** What the archive had before, by the shops. */
  readonly seen = new Map<string, SeenPrint[]>();
  /** Shops of which there is a copy. */
  private readonly copied: ChainShop[] = [];
  /** Shops that are cut off, and until which event. */
  private readonly offline = new Map<ChainShop, number>();

  constructor(
    private readonly chain: Chain,
    private readonly random: SeededRandom,
  ) {}

  /** Lets all happen, one after the other. @param onEvent after each */
  async run(events: readonly ChainEvent[], onEvent: (index: number) => void): Promise<void> {
    for (const [index, event] of events.entries()) {
      await Bun.sleep(this.random.integer(0, LONGEST_PAUSE_MILLISECONDS));
      await this.copyOne();
      await this.happen(event, index, events.length);
      this.done[event]++;
      for (const [shop, end] of this.offline) if (end <= index) this.connect(shop);
      onEvent(index);
    }
    for (const shop of this.offline.keys()) this.connect(shop);
  }

  private async happen(event: ChainEvent, index: number, of: number): Promise<void> {
    const { chain, random } = this;
    switch (event) {
      case "host":
        return random.pick(chain.hosts)?.kill();
      case "instance":
        return random.pick(chain.instances)?.kill();
      case "postgresql":
        await chain.server.halt("crash");
        await Bun.sleep(random.integer(0, LONGEST_HALT_MILLISECONDS));
        return chain.server.run();
      case "restore":
        return this.restore();
      case "clone":
        return this.clone();
      case "offline":
        return this.disconnect(index + of * SHARE_OFFLINE);
    }
  }

  /** Puts an earlier copy in the place of a shop. */
  private async restore(): Promise<void> {
    if (this.copied.length === 0) await this.copyOne();
    const index = this.random.integer(0, this.copied.length - 1);
    const [shop = this.anyShop()] = this.copied.splice(index, 1);
    await this.noteRewritten(shop);
    await this.chain.hostOf(shop).insist({ ask: "putBack", shop: shop.name, copy: copyOf(shop.name) });
  }

  /** Has a copy of a shop run beside it. */
  private async clone(): Promise<void> {
    const { clones, shops } = this.chain;
    const shop = this.random.pick(shops.filter(({ name }) => !clones.has(cloneOf(name))));
    if (shop === undefined) return;
    await this.noteRewritten(shop);
    const as = cloneOf(shop.name);
    await this.chain.hostOf(shop).insist({ ask: "clone", shop: shop.name, as });
    clones.set(as, shop);
  }

  private async noteRewritten(shop: ChainShop): Promise<void> {
    this.rewritten.add(shop.name);
    const seen = await readSeenPrints(this.chain.database, shop.workspaceId);
    this.seen.set(shop.name, [...(this.seen.get(shop.name) ?? []), ...seen]);
  }

  private async copyOne(): Promise<void> {
    const shop = this.anyShop();
    await this.chain.hostOf(shop).insist({ ask: "copy", shop: shop.name, to: copyOf(shop.name) });
    if (!this.copied.includes(shop)) this.copied.push(shop);
  }

  private anyShop(): ChainShop {
    const shop = this.random.pick(this.chain.shops);
    if (shop === undefined) throw new Error("there are no shops");
    return shop;
  }

  /** @param until the event after which it is there again */
  private disconnect(until: number): void {
    const shop = this.anyShop();
    this.chain.way.cutOff.add(shop.keyId);
    this.offline.set(shop, until);
  }

  private connect(shop: ChainShop): void {
    this.chain.way.cutOff.delete(shop.keyId);
    this.offline.delete(shop);
  }
}

function copyOf(name: string): string {
  return `${name}.copy`;
}

function cloneOf(name: string): string {
  return `${name}.clone`;
}
