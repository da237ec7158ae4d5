import { afterAll, beforeAll, expect, test } from "bun:test";
import { run, Service } from "../service.ts";

interface Status {
  readonly prints: number;
  readonly sealed: number;
  readonly textPending: number;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
}

const PRINTS = 20;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  for (let print = 0; print < PRINTS; print++)
    await service.store({ label: `Order ${print}` }, `Order ${print}\n`);
});
afterAll(() => service.end());

async function status(): Promise<Status> {
  const response = await service.fetch("/api/workspace/default/index");
  expect(response.status).toBe(200);
  return (await response.json()) as Status;
}

test("the text of new prints can soon be searched", async () => {
  while ((await status()).textPending > 0) await Bun.sleep(20);
  expect(await status()).toEqual({ prints: PRINTS, sealed: 0, textPending: 0, rebuild: null });
});

test("building the index anew needs admin", async () => {
  const response = await service.fetch("/api/workspace/default/index/rebuild", { method: "POST" });
  expect(response.status).toBe(403);
});

test("reindex works while the service runs, and searches are answered meanwhile", async () => {
  const reindexing = run(["reindex", "--data", service.folder, "--workspace", "default"]);
  const search = await service.prints("/search", { json: { label: { op: "contains", value: "order 1" } } });
  expect(((await search.json()) as { total: number }).total).toBe(11);
  expect(await reindexing).toMatchObject({ exitCode: 0, stdout: `default\t${PRINTS} prints indexed\n` });
});

test("a workspace that is not there", async () => {
  expect((await service.fetch("/api/workspace/nowhere/index")).status).toBe(404);
  const { exitCode, stderr } = await run(["reindex", "--data", service.folder, "--workspace", "nowhere"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('no workspace "nowhere"');
});

test("reindex works without the service", async () => {
  await service.stop();
  const { exitCode, stdout } = await run(["reindex", "--data", service.folder]);
  expect([exitCode, stdout]).toEqual([0, `default\t${PRINTS} prints indexed\n`]);
});
