import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readShopKey } from "../../../src/domain/shop-key.ts";
import { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { SHIPPING_TIMES, type ShippingTimes } from "../../../src/domain/upstream-limits.ts";
import { TestServer } from "../../../test/postgres/test-server.ts";
import { findEmbedded, installEmbedded } from "../../postgresql/embedded.ts";
import { findInstallation } from "../../postgresql/installation.ts";
import { ownEnvironment } from "../../service/service-process.ts";
import type { SeededRandom } from "../random.ts";
import { HostKeeper } from "./host-keeper.ts";
import type { Told } from "./host-process.ts";
import { Instance } from "./instance.ts";
import { ArchiveWay } from "./way.ts";

/** Shops have processes in common: a service for each would need a machine for a chain. */
const MOST_HOSTS = 10;

/** How many joins go on at once. */
const JOINS_AT_ONCE = 4;

/** For how long each shop may do nothing but say hello, milliseconds. */
const HELLO_OF_SHOP_MILLISECONDS = 20;

/** A shop of a chain. */
export interface ChainShop {
  readonly name: string;
  readonly host: number;
  /** The public part of its key. */
  readonly keyId: string;
  readonly workspaceId: number;
}

export interface ChainOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly random: SeededRandom;
  readonly shops: number;
  readonly instances: number;
}

/** Starts a PostgreSQL of its own; `null` where there is none here. */
export async function startPostgresql(): Promise<TestServer | null> {
  const installation = findInstallation();
  if (installation !== null) return TestServer.start(() => installation);
  const embedded = findEmbedded();
  return embedded && TestServer.start((folder) => installEmbedded(embedded, folder));
}

/** A chain: shops in processes of hosts, instances of an archive, the way between them, and PostgreSQL. */
export class Chain implements AsyncDisposable {
  readonly shops: ChainShop[] = [];
  readonly told: Told[] = [];
  /** Copies that run beside their shops, and the shops that they are of. */
  readonly clones = new Map<string, ChainShop>();
  readonly instances: readonly Instance[];
  readonly hosts: readonly HostKeeper[];
  readonly way: ArchiveWay;
  readonly database: PostgresDatabase;
  isBusy = false;

  constructor(
    private readonly options: ChainOptions,
    readonly server: TestServer,
  ) {
    const { command, folder, random, shops } = options;
    this.database = new PostgresDatabase({ address: server.address, connections: 2 });
    this.instances = Array.from({ length: options.instances }, (_, index) => {
      const own = folderAt(folder, `instance-${index}`);
      return new Instance({ command, database: server.address, folder: own });
    });
    this.way = new ArchiveWay(
      this.instances.map(({ address }) => address),
      random,
    );
    const hosts = Math.min(MOST_HOSTS, shops);
    this.hosts = Array.from({ length: hosts }, (_, index) => {
      folderAt(folder, `host-${index}`);
      const startOf = () => ({
        folder: join(folder, `host-${index}`),
        shops: this.namesAt(index),
        seed: random.integer(0, 2 ** 32 - 1),
        times: this.times,
        isBusy: this.isBusy,
      });
      return new HostKeeper(startOf, (told) => this.told.push(told));
    });
  }

  /** As in a shop, but in a hurry. */
  private get times(): ShippingTimes {
    const hello = Math.max(300, this.options.shops * HELLO_OF_SHOP_MILLISECONDS);
    return { ...SHIPPING_TIMES, hello, gather: 20, backOffFirst: 20, backOffLongest: 1000, refused: 500 };
  }

  /** Has all shops join. @throws Error when one cannot */
  async join(): Promise<void> {
    for (const instance of this.instances) await instance.untilAnswers();
    const token = await this.token();
    const names = Array.from({ length: this.options.shops }, (_, index) => index);
    const joinNext = async () => {
      for (let index = names.shift(); index !== undefined; index = names.shift())
        await this.joinShop(index, token);
    };
    await Promise.all(Array.from({ length: JOINS_AT_ONCE }, joinNext));
  }

  hostOf({ host }: ChainShop): HostKeeper {
    const found = this.hosts[host];
    if (found === undefined) throw new Error(`there is no host ${host}`);
    return found;
  }

  /** The folder of a shop, or of its copy. */
  folderOf({ host }: ChainShop, name: string): string {
    return join(this.options.folder, `host-${host}`, name);
  }

  /** All shops, and their copies, of a host. */
  namesAt(host: number): string[] {
    const clones = [...this.clones].filter(([, shop]) => shop.host === host).map(([name]) => name);
    return [...this.ownNamesAt(host), ...clones];
  }

  ownNamesAt(host: number): string[] {
    const { shops } = this.options;
    return Array.from({ length: shops }, (_, index) => index)
      .filter((index) => this.hostAt(index) === host)
      .map(nameAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.hosts, ...this.instances].map((one) => one.stop()));
    await this.way.stop();
    await this.database.close();
    await this.server[Symbol.asyncDispose]();
  }

  private hostAt(shop: number): number {
    return shop % Math.min(MOST_HOSTS, this.options.shops);
  }

  private async token(): Promise<string> {
    const { command } = this.options;
    const words = ["archive", "token", "create", "--database", this.server.address, "--scopes", "admin"];
    const child = Bun.spawn([...command, ...words], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    const text = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error("no token could be made");
    return text.trim();
  }

  private async joinShop(index: number, token: string): Promise<void> {
    const [name, host] = [nameAt(index), this.hostAt(index)];
    const response = await fetch(`${this.instances[0]?.address}/api/shops`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ workspace: name }),
    });
    if (!response.ok) throw new Error(`no shop was enrolled: ${await response.text()}`);
    const { code } = (await response.json()) as { code: string };
    const keeper = this.hosts[host];
    const answer = await keeper?.ask({ ask: "join", shop: name, url: this.way.address, code });
    const workspace = await this.database.first<{ id: number }>(
      sql`SELECT id FROM workspace WHERE slug = ${name}`,
    );
    const keyId = readShopKey(answer?.key ?? "")?.id ?? "";
    this.shops.push({ name, host, keyId, workspaceId: workspace?.id ?? 0 });
  }
}

function nameAt(index: number): string {
  return `shop-${index}`;
}

function folderAt(folder: string, name: string): string {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}
