import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PrintedAnswer } from "../../src/contract/delivery.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

/* Whether a print came out, as a till's program asks it. */

let service: Service;
let real: ScriptedPrinter;
beforeAll(async () => {
  service = await Service.start();
  real = ScriptedPrinter.start();
  const admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
  await service.fetch("/api/workspace/default/printers", {
    token: admin,
    json: { name: "kitchen", target: real.target },
  });
});
afterAll(async () => {
  await service.end();
  real.goAway();
});

async function printed(id: number, query = ""): Promise<PrintedAnswer> {
  return (await (await service.prints(`/${id}/deliveries${query}`)).json()) as PrintedAnswer;
}

async function printAgain(id: number): Promise<void> {
  await service.prints(`/${id}/deliver`, { json: { printer: "kitchen" } });
}

const command = (...words: string[]) => run(["printed", ...words, "--data", service.folder]);

test("a print that no real printer is to print is not printed, and nobody waits for it", async () => {
  const { id } = await service.store();
  expect(await printed(id, "?wait=60s")).toMatchObject({ printed: "no", items: [], decidedAt: null });
  expect((await service.prints("/999/deliveries")).status).toBe(404);
  expect((await service.prints(`/${id}/deliveries?wait=1h`)).status).toBe(400);
  expect((await service.prints(`/${id}/deliveries?state=done`)).status).toBe(400);
});

test("a print is waited for until it is on paper", async () => {
  real.set({ trouble: "paper-end" });
  const { id } = await service.store();
  await printAgain(id);
  await until(async () => (await printed(id)).sentence.includes("out of paper"));
  expect(await printed(id, "?wait=1ms")).toMatchObject({
    printed: "waiting",
    sentence: "It waits for kitchen. The real printer is out of paper.",
    decidedAt: null,
    items: [{ printId: id, state: "queued" }],
  });
  expect(await command(String(id))).toMatchObject({
    exitCode: 4,
    stdout: expect.stringContaining("waiting\tIt"),
  });
  const waiting = printed(id, "?wait=300s");
  const waitingCommand = command(String(id), "--wait", "300s");
  real.set({ trouble: "none" });
  expect(await waiting).toMatchObject({ printed: "yes", sentence: "It was printed on kitchen." });
  expect(await waitingCommand).toMatchObject({ exitCode: 0, stdout: "yes\tIt was printed on kitchen.\n" });
});

test("one that is cancelled is decided too", async () => {
  real.set({ trouble: "paper-end" });
  const { id } = await service.store();
  await printAgain(id);
  await until(async () => (await printed(id)).sentence.includes("out of paper"));
  const waiting = printed(id, "?wait=300s");
  const [delivery] = (await printed(id)).items;
  await service.fetch(`/api/workspace/default/deliveries/${delivery?.id}/cancel`, { method: "POST" });
  expect((await waiting).printed).toBe("no");
});
