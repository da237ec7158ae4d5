import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const RAW = "aGVsbG8K";
const send = (key: string, json: Record<string, unknown> = {}, target = service) =>
  target.prints("/json", { json: { raw: RAW, ...json }, headers: { "Idempotency-Key": key } });

async function total(target = service): Promise<number> {
  const response = await target.prints("/search", { json: { deleted: "any", pageSize: 1 } });
  return ((await response.json()) as { total: number }).total;
}

test("the same key and payload answers the first print again", async () => {
  const first = await send("again", { label: "a", tag: { x: "1", y: "2" } });
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
  const before = await total();
  const second = await send("again", { label: "a", tag: { y: "2", x: "1" } });
  expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(await second.json()).toEqual(await first.json());
  expect(await total()).toBe(before);
});

test("20 racing requests with one key store one print", async () => {
  const before = await total();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("race", { label: "race" })));
  expect(answers.filter(({ status }) => status === 201).length).toBe(1);
  expect(answers.filter(({ status }) => status === 200).length).toBe(19);
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as PrintAnswer).id));
  expect(new Set(ids).size).toBe(1);
  expect(await total()).toBe(before + 1);
});

test.each([
  ["other bytes", { raw: "aGVsbG8h" }],
  ["another label", { label: "b" }],
  ["another tag", { tag: { a: "1" } }],
  ["a width", { width: 40 }],
])("the same key with %s is 409", async (name, json) => {
  await send(`conflict ${name}`);
  const response = await send(`conflict ${name}`, json);
  expect(response.status).toBe(409);
  expect(((await response.json()) as ErrorAnswer).code).toBe("CONFLICT");
});

test("a conflict does not fail its neighbours", async () => {
  await send("neighbour");
  const answers = await Promise.all([send("n1"), send("neighbour", { label: "other" }), send("n2")]);
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
});

test("both ways of creating share the keys", async () => {
  await send("both", { label: "l" });
  const bytes = await service.prints("?label=l", {
    body: "hello\n",
    headers: { "Idempotency-Key": "both", "Content-Type": "application/octet-stream" },
  });
  expect([bytes.status, bytes.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
});

test("a key of 255 characters is fine, an empty one and 256 are 400", async () => {
  expect((await send("k".repeat(255))).status).toBe(201);
  expect((await send("k".repeat(256))).status).toBe(400);
  expect((await send("")).status).toBe(400);
});

test("it holds across restarts, an orderly and a sudden one, and another default width", async () => {
  let running = await Service.start();
  const { folder, token } = running;
  const first = (await (await send("restart", {}, running)).json()) as PrintAnswer;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await running.stop(signal);
    running = await Service.start({ folder, token });
    const again = await send("restart", {}, running);
    expect([again.status, await again.json()]).toEqual([200, first]);
  }
  await running.end();
});
