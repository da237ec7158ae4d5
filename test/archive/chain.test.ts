import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTestDatabase } from "../archive-service.ts";
import { binary } from "../binary.ts";
import { freePort, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/*
 * A chain as its people see it: the compiled binary as an archive on PostgreSQL, in two instances, and as two shops that join it.
 */

const GUIDE = await Bun.file(join(import.meta.dir, "../../src/guide/archive.md")).text();

const folder = temporaryFolder();
const shops: Service[] = [];
const archives: Bun.Subprocess[] = [];
const addresses: string[] = [];
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let admin: string;
/** Where shops find the first instance. */
let secure: string;

/** Starts an instance of the archive. @returns its address, and what it has written */
async function startInstance(name: string, httpsPort = 0): Promise<string> {
  const words = [
    "archive",
    "--data",
    `${folder}/${name}`,
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--https-port",
    String(httpsPort),
  ];
  const child = Bun.spawn([binary(), ...words], {
    cwd: tmpdir(),
    env: { TILLROLL_DATABASE: database.address },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  archives.push(child);
  let greeting = "";
  const decoder = new TextDecoder();
  for await (const part of child.stdout) {
    greeting += decoder.decode(part, { stream: true });
    const address = /Dashboard +(http:\S+)\//.exec(greeting)?.[1];
    if (address !== undefined && /Folder .*\n/.test(greeting)) return address;
  }
  throw new Error(`the archive did not start: ${greeting}`);
}

async function ask<Answer>(instance: number, path: string, json?: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" };
  const sent = json === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(json) };
  const response = await fetch(`${addresses[instance]}${path}`, sent);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

interface Found {
  readonly total: number;
  readonly items: readonly { readonly id: number; readonly workspace: string; readonly label: string }[];
}

beforeAll(async () => {
  database = await makeTestDatabase();
  const httpsPort = freePort();
  secure = `https://localhost:${httpsPort}`;
  addresses.push(await startInstance("one", httpsPort), await startInstance("two"));
  const words = ["archive", "token", "create", "--scopes", "admin", "--database", database.address];
  admin = (await run(words)).stdout.trim();
});

afterAll(async () => {
  for (const shop of shops) await shop.end();
  for (const child of archives) {
    child.kill();
    await child.exited;
  }
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of the guide's page, as they are typed. */
const TYPED = [...GUIDE.matchAll(/^tillroll (.*)$/gm)].map(([, words = ""]) => words);
const EXAMPLE = "https://archive.example:9443";

/** Types a command of the guide, with what a reader puts in. */
async function type(words: string, ...more: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run([...words.replace(EXAMPLE, secure).split(" "), ...more]);
  expect([words, exitCode, stderr]).toEqual([words, 0, ""]);
  return stdout;
}

test("the guide leads from an empty database to a search that finds the prints of two shops, at each instance", async () => {
  const here = ["--data", `${folder}/one`, "--database", database.address];
  const [joining = "", status = "", ...others] = TYPED.filter((words) => words.startsWith("upstream "));
  const enrolments = TYPED.filter((words) => words.startsWith("archive enrol"));
  expect([enrolments.length, others]).toEqual([2, []]);
  for (const [index, enrolment] of enrolments.entries()) {
    const told = await type(enrolment, ...here);
    const [pin = "", code = ""] = /#([0-9a-f]{64}) (\S+)\n/.exec(told)?.slice(1) ?? [];
    const shop = await Service.start();
    shops.push(shop);
    const raw = `receipt of berlin-${index + 1}\n`;
    await shop.store({ label: `Order 1001 ${index}`, tag: { cashier: "Zoe" } }, raw);
    await type(joining.replace("PIN", pin).replace("CODE", code), "--data", shop.folder);
    expect(await type(status, "--data", shop.folder)).toContain(`Workspace     berlin-${index + 1}`);
    await shop.store({ label: `Order 1001 ${index} again` });
  }
  const asked = JSON.parse(/-d '(.*)' http\S+\/prints\/search/.exec(GUIDE)?.[1] ?? "") as object;
  await until(async () => (await ask<Found>(0, "/api/prints/search", asked)).items.length === 4);
  for (const instance of [0, 1]) {
    const wish = { label: { op: "contains", value: "order 1001" }, total: "exact", orderBy: "createdAt.asc" };
    const find = () => ask<Found>(instance, "/api/prints/search", wish);
    await until(async () => (await find()).total === 4);
    const { items } = await find();
    expect(items.map(({ workspace, label }) => [workspace, label])).toEqual([
      ["berlin-1", "Order 1001 0"],
      ["berlin-1", "Order 1001 0 again"],
      ["berlin-2", "Order 1001 1"],
      ["berlin-2", "Order 1001 1 again"],
    ]);
    const [first] = items;
    const headers = { Authorization: `Bearer ${admin}` };
    const raw = await fetch(`${addresses[instance]}/api/workspace/berlin-1/prints/${first?.id}/raw`, {
      headers,
    });
    expect(await raw.text()).toBe("receipt of berlin-1\n");
  }
});

test("a shop joins by an address alone where its pin is right, and says nothing to another", async () => {
  const here = ["--data", `${folder}/one`, "--database", database.address];
  const address = secure.replace("localhost", "127.0.0.1");
  const told = await type(`archive enrol munich-1 --address ${address}`, ...here);
  const [pin = "", code = ""] = /#([0-9a-f]{64}) (\S+)\n/.exec(told)?.slice(1) ?? [];
  const shop = await Service.start();
  shops.push(shop);
  const joinBy = (by: string) => run(["upstream", "join", `${address}#${by}`, code, "--data", shop.folder]);
  expect(await joinBy("0".repeat(64))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("shows another certificate"),
  });
  expect(await joinBy(pin)).toMatchObject({ exitCode: 0, stderr: "" });
  await shop.store({ label: "By an address" });
  const wish = { label: { op: "eq", value: "By an address" }, total: "exact" };
  await until(async () => (await ask<Found>(0, "/api/prints/search", wish)).total === 1);
});

test("what the receipts say is found too", async () => {
  const wish = { text: { op: "contains", value: "receipt of" }, total: "exact", orderBy: "createdAt.asc" };
  await until(async () => (await ask<Found>(1, "/api/prints/search", wish)).total === 2);
});

test("prints of a shop are changed by their shop alone; erased here, they go there too", async () => {
  const { items } = await ask<Found>(0, "/api/prints/search", { total: "none", orderBy: "createdAt.asc" });
  const { id } = items[0] as Found["items"][number];
  const path = `${addresses[0]}/api/workspace/berlin-1/prints/${id}`;
  const headers = { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" };
  expect((await fetch(path, { method: "DELETE", headers })).status).toBe(409);
  const body = JSON.stringify({ reason: "wanted by the customer" });
  expect((await fetch(`${path}/erase`, { method: "POST", headers, body })).status).toBe(200);
  expect((await fetch(path, { headers })).status).toBe(410);
  const [shop] = shops as [Service];
  // The order comes with the answer to the next batch.
  await shop.store({ label: "One more" });
  await until(async () => (await shop.prints("/1")).status === 410);
});

test("an instance that is killed takes nothing with it", async () => {
  archives[0]?.kill("SIGKILL");
  await archives[0]?.exited;
  expect((await ask<Found>(1, "/api/prints/search", { total: "exact" })).total).toBe(5);
  const health = await fetch(`${addresses[1]}/healthz`);
  const { status, components } = (await health.json()) as { status: string; components: object };
  expect([health.status, status, Object.keys(components).toSorted()]).toEqual([
    200,
    "ok",
    ["database", "text", "timetable"],
  ]);
});
