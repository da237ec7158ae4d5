import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../../src/app.ts";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { openForWriting } from "../../../src/storage/database.ts";

/* When a whole service indexes, and when it rests. */

const folder = mkdtempSync(join(tmpdir(), "tillroll-indexing-"));
/** Longer than new prints gather, several times. */
const QUIET_MILLISECONDS = 1200;

let app: App;
let token: string;

beforeAll(async () => {
  app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0 });
  token = app.firstToken ?? "";
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${app.address}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });

async function search(text: string): Promise<{ total: number; textPending: number }> {
  const response = await ask("/api/workspace/default/prints/search", {
    method: "POST",
    body: JSON.stringify({ text }),
  });
  return (await response.json()) as { total: number; textPending: number };
}

/** Searches until all text is among what is searched. */
async function searchAll(text: string): Promise<number> {
  for (;;) {
    const { total, textPending } = await search(text);
    if (textPending === 0) return total;
    await Bun.sleep(10);
  }
}

async function commits(): Promise<number> {
  const metrics = await (await ask("/metrics")).text();
  return Number(/^tillroll_commit_duration_seconds_count (\d+)$/m.exec(metrics)?.[1]);
}

test("when all is indexed nothing is written any more", async () => {
  const body = JSON.stringify({ raw: btoa("flat white\n") });
  expect((await ask("/api/workspace/default/prints/json", { method: "POST", body })).status).toBe(201);
  expect(await searchAll("flat white")).toBe(1);
  // What the last step has set off.
  await Bun.sleep(QUIET_MILLISECONDS);
  const before = await commits();
  await Bun.sleep(QUIET_MILLISECONDS);
  // Of other things no more than the token's last use is stored.
  expect((await commits()) - before).toBeLessThanOrEqual(1);
});

test("a search for text has it decoded anew after another process changed the settings", async () => {
  {
    using database = openForWriting(databasePath(folder));
    database.run("UPDATE workspace SET charset = 'japan'");
  }
  expect(await search("flat white")).toMatchObject({ total: 0, textPending: 1 });
  expect(await searchAll("flat white")).toBe(1);
});
