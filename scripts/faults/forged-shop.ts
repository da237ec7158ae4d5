import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { startAuthority } from "./time-authority.ts";

/** A data folder with a journal that has everything in it, whose service has stopped; seals of it are kept elsewhere. */
export interface ForgedShop {
  readonly dataFolder: string;
  /** The place elsewhere. */
  readonly held: string;
  /** Its data folder as it was before the last seal, and right after it, before the last prints. */
  readonly beforeSeal: string;
  readonly afterSeal: string;
}

/** Prints of the workspace that is forged: more than a run of the tree has. */
const PRINTS = 300;

/** Makes one. @param command the words that run Tillroll @param folder for all of it */
export async function makeForgedShop(command: readonly string[], folder: string): Promise<ForgedShop> {
  const dataFolder = join(folder, "data");
  const shop = {
    dataFolder,
    held: join(folder, "held"),
    beforeSeal: join(folder, "before-seal"),
    afterSeal: join(folder, "after-seal"),
  };
  mkdirSync(dataFolder);
  const admin = await createToken(command, dataFolder, ["admin"]);
  await runCommand(command, ["workspace", "create", "second", "--data", dataFolder]);
  using authority = startAuthority();
  const options = { TILLROLL_JOURNAL_SEALS: shop.held, TILLROLL_TIME_STAMP: authority.address };
  const run = async (work: (ask: Ask) => Promise<void>) => {
    const environment = { ...ownEnvironment(), ...options };
    const service = await ServiceProcess.start({ command, dataFolder, environment });
    await work(asker(service.address, admin, service.localToken));
    if ((await service.stop()) !== 0) throw new Error(await service.writtenLog());
  };
  await run(async (ask) => {
    for (let number = 1; number <= PRINTS; number++) await store(ask, number);
    for (let number = 1; number <= 5; number++) await store(ask, number, "second");
    await change(ask);
    await seal(ask);
    await ask("PATCH", "prints/12", { label: "Order 12, corrected" });
    await seal(ask);
    await ask("POST", "workspace/second/journal/seals");
  });
  cpSync(dataFolder, shop.beforeSeal, { recursive: true });
  await run(async (ask) => {
    for (let number = 1; number <= 5; number++) await store(ask, PRINTS + number);
    await seal(ask);
  });
  cpSync(dataFolder, shop.afterSeal, { recursive: true });
  await run(async (ask) => {
    for (let number = 6; number <= 10; number++) await store(ask, PRINTS + number);
    await ask("PATCH", "prints/14", { label: "After the last seal" });
  });
  return shop;
}

/** A copy of a shop's data folder, to be forged. */
export function copiedShop({ dataFolder }: ForgedShop, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(dataFolder, to, { recursive: true });
  return join(to, "tillroll.sqlite");
}

/** Runs a command. @returns what it wrote, and how it ended */
export async function runCommand(command: readonly string[], words: readonly string[]) {
  const child = Bun.spawn([...command, ...words], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** Asks a service; what is no path of all workspaces is one of the default workspace. */
function asker(address: string, token: string, localToken: string): Ask {
  return async (method, path, body) => {
    const isOther = path.startsWith("workspace/");
    const response = await fetch(`${address}/api/${isOther ? path : `workspace/default/${path}`}`, {
      method,
      headers: {
        Authorization: `Bearer ${isOther ? localToken : token}`,
        "Content-Type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

async function store(ask: Ask, number: number, slug?: string): Promise<void> {
  const path = slug === undefined ? "prints/json" : `workspace/${slug}/prints/json`;
  await ask("POST", path, {
    raw: btoa(`Receipt ${number}\nTotal ${number}.50\n`),
    label: `Order ${number}`,
    deviceId: `till-${number % 3}`,
    tag: { order: String(number) },
  });
}

/** What can be done to prints. */
async function change(ask: Ask): Promise<void> {
  await ask("PATCH", "prints/11", { label: "Order 11, corrected" });
  await ask("PATCH", "prints/11", { tag: { order: "11b" } });
  for (const id of [20, 21, 22]) await ask("DELETE", `prints/${id}`);
  await ask("POST", "prints/21/restore");
  for (const id of [30, 31]) await ask("POST", `prints/${id}/erase`, { reason: "Asked for by the guest" });
}

/** Seals, and waits until the seal has its time stamp and is in its place. */
async function seal(ask: Ask): Promise<void> {
  for (let journal = await ask("POST", "journal/seals"); ; journal = await ask("GET", "journal")) {
    const { lastSeal, placeFault } = journal as {
      lastSeal: { timeStamp: string | null };
      placeFault: string | null;
    };
    if (lastSeal.timeStamp !== null && placeFault === null) return;
    await Bun.sleep(5);
  }
}
