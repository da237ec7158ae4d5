import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { PageAnswer } from "../../src/contract/search.ts";
import type { ScrubAnswer } from "../../src/contract/scrub.ts";
import { healthOf } from "../health.ts";
import { run, Service } from "../service.ts";
import { openLiveDatabase } from "../live-database.ts";

/* A service on whose disk a letter of a label, and a byte of a receipt, become others. */

let service: Service;
beforeAll(async () => {
  service = await Service.start();
  for (const label of ["one", "two", "three"]) await service.store({ label }, `${label}\n`);
});
afterAll(() => service.end());

/** Changes the database as a disk does: behind the service's back. */
function damage(sql: string): void {
  using database = openLiveDatabase(join(service.folder, "tillroll.sqlite"));
  database.run(sql);
}

async function until<Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    if (performance.now() > deadline) throw new Error(`it never is: ${JSON.stringify(value)}`);
    await Bun.sleep(20);
  }
}

async function scrubbed(...words: string[]) {
  const { stdout, exitCode } = await run(["scrub", "--json", "--data", service.folder, ...words]);
  return { exitCode, answer: JSON.parse(stdout) as ScrubAnswer };
}

test("what is damaged is named wherever it would be shown, noted, and forgotten when it is mended", async () => {
  expect((await scrubbed("--now")).answer).toMatchObject({ findings: [], last: { prints: 3 } });
  damage("UPDATE print SET label = 'tw0' WHERE id = 2");
  const response = await service.prints("/2");
  expect([response.status, await response.json()]).toEqual([
    500,
    expect.objectContaining({ code: "PRINT_DATA_DAMAGED", data: { printId: 2 } }),
  ]);
  for (const json of [{}, { text: "" }, { orderBy: "updatedAt.desc" }]) {
    const page = (await (await service.prints("/search", { json })).json()) as PageAnswer;
    expect(page.items.find(({ id }) => id === 2)).toEqual({ id: 2, workspaceId: 1, damaged: true });
    expect(page.items.length).toBe(3);
  }
  // Nobody else is held up: prints are stored, and others are shown.
  const { id } = await service.store({ label: "four" }, "four\n");
  expect((await service.prints(`/${id}`)).status).toBe(200);
  const patched = await service.prints("/2", { method: "PATCH", json: { label: "mine" } });
  expect(patched.status).toBe(500);
  const { findings } = await until(
    async () => (await scrubbed()).answer,
    (answer) => answer.findings.length > 0,
  );
  expect(findings).toMatchObject([{ kind: "metadata", printId: 2 }]);
  const health = await healthOf(service);
  expect(health.components["integrity"]).toMatchObject({ state: "degraded", details: { prints: [2] } });
  expect(health.canPrint).toBe(true);
  damage("UPDATE print SET label = 'two' WHERE id = 2");
  expect(await (await service.prints("/2")).json()).toMatchObject({ label: "two" });
  const after = await scrubbed("--now");
  expect([after.exitCode, after.answer.findings]).toEqual([0, []]);
});

test("a round finds what nobody looks at, and the command's exit code says so", async () => {
  damage("UPDATE print_data SET content = CAST('thr3e' || char(10) AS BLOB) WHERE print_id = 3");
  const { exitCode, answer } = await scrubbed("--now");
  expect(exitCode).toBe(1);
  expect(answer.findings).toMatchObject([{ kind: "bytes", printId: 3 }]);
  expect(answer.round).toBeNull();
  const metrics = await (await service.fetch("/metrics", { token: null })).text();
  expect(metrics).toContain('tillroll_scrub_findings{kind="bytes"} 1');
});

test("a command finds the same where no service runs", async () => {
  const { folder } = service;
  await service.stop();
  const { exitCode, stdout } = await run(["scrub", "--now", "--data", folder]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("Its bytes are not those that came.");
});
