import { expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPostgresql } from "../../scripts/faults/archive/chain.ts";
import { Instance } from "../../scripts/faults/archive/instance.ts";
import { ownEnvironment, SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { findEmbedded } from "../../scripts/postgresql/embedded.ts";
import { findInstallation } from "../../scripts/postgresql/installation.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

/* An instance that is killed, and a database that goes and comes back, while prints are stored and sought at all instances. */

const INSTANCES = 3;
const PAUSE_MILLISECONDS = 10;

/** How long after the database answers again an instance may take to do so, milliseconds. */
const BACK_MILLISECONDS = 3000;

/** What a client was told. */
interface Outcome {
  readonly asked: "store" | "search";
  /** `null` where nothing came. */
  readonly status: number | null;
  readonly began: number;
  readonly ended: number;
}

/** A client of an instance, which stores and seeks in turn without end. */
class Client {
  readonly outcomes: Outcome[] = [];
  /** Prints that it was told to be stored. */
  readonly acknowledged: number[] = [];
  private isEnding = false;
  private readonly working;

  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {
    this.working = this.work();
  }

  /** Ends its work. */
  async stop(): Promise<void> {
    this.isEnding = true;
    await this.working;
  }

  /** The ids of all prints that this instance finds. */
  async allIds(): Promise<Set<number>> {
    const ids = new Set<number>();
    for (let page = 1; ; page++) {
      const response = await this.post("prints/search", { page, pageSize: 1000, deleted: "any" });
      const { items, hasNext } = (await response.json()) as { items: { id: number }[]; hasNext: boolean };
      for (const { id } of items) ids.add(id);
      if (!hasNext) return ids;
    }
  }

  private async work(): Promise<void> {
    while (!this.isEnding) {
      await this.note("store", async () => {
        const response = await this.post("prints?label=Order", new TextEncoder().encode("receipt\n"));
        const { id } = (await response.json()) as { id?: number };
        if (response.status === 201 && id !== undefined) this.acknowledged.push(id);
        return response.status;
      });
      await this.note("search", async () => {
        const response = await this.post("prints/search", { label: { op: "eq", value: "Order" } });
        await response.arrayBuffer();
        return response.status;
      });
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  }

  private async note(asked: Outcome["asked"], ask: () => Promise<number>): Promise<void> {
    const began = performance.now();
    const status = await ask().catch(() => null);
    this.outcomes.push({ asked, status, began, ended: performance.now() });
  }

  private post(path: string, body: object | Uint8Array<ArrayBuffer>): Promise<Response> {
    const isRaw = body instanceof Uint8Array;
    const type = isRaw ? "application/octet-stream" : "application/json";
    return fetch(`${this.address}/api/workspace/default/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": type },
      body: isRaw ? body : JSON.stringify(body),
    });
  }
}

const isFine = ({ status }: Outcome) => status === 200 || status === 201;

async function makeToken(database: string): Promise<string> {
  const words = ["archive", "token", "create", "--database", database, "--scopes", "admin"];
  const child = Bun.spawn([...SOURCE_COMMAND, ...words], { env: ownEnvironment(), stdin: "ignore" });
  return (await new Response(child.stdout).text()).trim();
}

test.skipIf(findInstallation() === null && findEmbedded() === null)(
  "others answer while an instance is killed, and all do soon after the database; what was acknowledged is there",
  async () => {
    const server = await startPostgresql();
    if (server === null) throw new Error("PostgreSQL is here, but did not start");
    await using stack = new AsyncDisposableStack();
    stack.use(server);
    const folder = temporaryFolder();
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const instances = Array.from({ length: INSTANCES }, (_, index) => {
      const own = join(folder, String(index));
      mkdirSync(own);
      return new Instance({ command: SOURCE_COMMAND, database: server.address, folder: own });
    });
    for (const instance of instances) {
      stack.defer(() => instance.stop());
      await instance.untilAnswers();
    }
    const token = await makeToken(server.address);
    const clients = instances.map(({ address }) => new Client(address, token));
    for (const client of clients) stack.defer(() => client.stop());
    const [ofKilled, ...others] = clients;
    const doneBy = (client: Client, since: number) =>
      client.outcomes.filter((outcome) => outcome.began >= since && isFine(outcome)).length;
    const allDo = (some: readonly Client[], since: number) =>
      until(() => some.every((client) => doneBy(client, since) >= 6), "all answer");

    await allDo(clients, 0);
    const killed = performance.now();
    await instances[0]?.kill();
    await allDo(others, killed);
    await instances[0]?.untilAnswers();
    await allDo(clients, performance.now());

    for (const how of ["crash", "orderly"] as const) {
      await server.halt(how);
      await Bun.sleep(1000);
      await server.run();
      const back = performance.now();
      await allDo(clients, back);
      for (const { outcomes } of clients)
        for (const asked of ["store", "search"] as const) {
          const first = outcomes.find((one) => one.asked === asked && one.ended >= back && isFine(one));
          expect((first?.ended ?? Infinity) - back).toBeLessThan(BACK_MILLISECONDS);
        }
    }
    for (const client of clients) await client.stop();
    expect(others.flatMap(({ outcomes }) => outcomes).filter((outcome) => !isFine(outcome))).toEqual([]);
    // The one that was killed answers or is not there; it says nothing wrong.
    const told = (ofKilled?.outcomes ?? []).filter((outcome) => !isFine(outcome));
    expect(told.filter(({ status }) => status !== null)).toEqual([]);
    expect(instances.flatMap(({ faults }) => faults)).toEqual([]);
    const acknowledged = clients.flatMap((client) => client.acknowledged);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    for (const client of clients) {
      const there = await client.allIds();
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    }
  },
  180_000,
);
