import { afterEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupsAnswer } from "../../src/contract/backup.ts";
import { findService } from "../../src/platform/running-service.ts";
import { run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/* The compiled binary: a service that makes backups by itself, and is restored from them. */

const root = temporaryFolder();
const place = join(root, "place");
let service: Service | undefined;
afterEach(async () => {
  await service?.stop("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

async function start(folder: string, token?: string): Promise<Service> {
  const flags = ["--backup-to", place, "--backup-every", "1s"];
  service = await Service.start({ folder, flags, ...(token !== undefined && { token }) });
  return service;
}

/** Waits until all that was stored by now is in the place. @returns a moment whose state has it */
async function backedUp({ folder }: Service): Promise<Date> {
  const now = new Date();
  const running = findService(folder);
  const headers = { Authorization: `Bearer ${running?.localToken}` };
  await until(async () => {
    const response = await fetch(`${running?.address}/api/backups`, { headers });
    const { upToDateAt } = (await response.json()) as BackupsAnswer;
    return upToDateAt !== null && new Date(upToDateAt) > now;
  });
  return new Date();
}

async function labels(of: Service): Promise<(string | null)[]> {
  const response = await of.prints("/search", { json: {} });
  const { items } = (await response.json()) as { items: { label: string | null }[] };
  return items.map(({ label }) => label).toSorted();
}

test("after an older state was restored backups go on, and each moment before and after it can be restored", async () => {
  const shop = join(root, "shop");
  const restore = async (folder: string, ...words: string[]) => {
    const result = await run(["restore", place, "--data", folder, ...words]);
    expect([result.exitCode, result.stderr]).toEqual([0, ""]);
    return result.stdout;
  };
  let running = await start(shop);
  const { token } = running;
  await running.store({ label: "first" });
  const early = await backedUp(running);
  await running.store({ label: "second" });
  const late = await backedUp(running);
  await running.stop();

  expect(await restore(shop, "--at", early.toISOString())).toContain("Stored since, and not in it: 1 print.");
  running = await start(shop, token);
  expect(await labels(running)).toEqual(["first"]);
  expect((await running.store({ label: "third" })).id).toBe(3);
  await backedUp(running);
  // Without a last word: what is in the place is what there is.
  await running.stop("SIGKILL");

  const elsewhere = join(root, "elsewhere");
  for (const [words, expected] of [
    [[], ["first", "third"]],
    [
      ["--at", late.toISOString()],
      ["first", "second"],
    ],
    [["--at", early.toISOString()], ["first"]],
  ] as const) {
    await restore(elsewhere, ...words);
    const other = await Service.start({ folder: elsewhere, token });
    expect(await labels(other)).toEqual([...expected]);
    await other.stop();
    rmSync(elsewhere, { recursive: true });
  }
}, 120_000);
