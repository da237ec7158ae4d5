import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErasureAnswer } from "../../src/contract/erasure.ts";
import { type ErrorAnswer, type PrintAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";

/** More than a segment of the search index takes. */
const PRINTS = 4300;
const AT_ONCE = 40;

/** Shorter than what is compressed, so that it stands in the files as it is. */
const SECRET = "Erase-me-Wilhelmina 4711";
const RAW = `${SECRET} on the paper\n`;

let service: Service;
let admin: string;

beforeAll(async () => {
  service = await Service.start();
  const created = await run(["token", "create", "--data", service.folder, "--scopes", "admin"]);
  admin = created.stdout.trim();
});
afterAll(() => service.end());

const erase = (id: number, json: unknown = { reason: "The customer asked for it." }, token: string = admin) =>
  service.prints(`/${id}/erase`, { json, token });

async function erased(id: number): Promise<ErasureAnswer> {
  const response = await erase(id);
  expect(response.status).toBe(200);
  return (await response.json()) as ErasureAnswer;
}

async function total(json: object): Promise<number> {
  const response = await service.prints("/search", { json });
  return ((await response.json()) as { total: number }).total;
}

/** The files of the data folder that hold a text, in whichever form it is kept. */
function filesWith(text: string): string[] {
  const wanted = [text, text.toLowerCase()].map((form) => Buffer.from(form));
  return readdirSync(service.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => {
      const content = readFileSync(join(entry.parentPath, entry.name));
      return wanted.some((form) => content.includes(form));
    })
    .map(({ name }) => name);
}

/** A print that can be found in every way. */
const secretPrint = () =>
  service.store({ label: `${SECRET} label`, printKey: `${SECRET} key`, tag: { note: `${SECRET} tag` } }, RAW);

async function indexed(): Promise<boolean> {
  const response = await service.fetch("/api/workspace/default/index");
  const { sealed, textPending } = (await response.json()) as { sealed: number; textPending: number };
  return sealed >= 4096 && textPending === 0;
}

describe("an erased print", () => {
  let print: PrintAnswer;

  test("was everywhere: in the table, in the log, and in segments of both kinds", async () => {
    print = await secretPrint();
    for (let stored = 0; stored < PRINTS; stored += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => service.store({ label: `Order ${stored + index}` })),
      );
    await until(indexed, "that all is indexed");
    // Changed and deleted since: searches have it beside its segment.
    await service.prints(`/${print.id}`, { method: "PATCH", json: { tag: { note: `${SECRET} new` } } });
    expect(await total({ text: "wilhelmina" })).toBe(1);
    expect(await total({ label: { op: "contains", value: SECRET } })).toBe(1);
    expect(filesWith(SECRET)).not.toEqual([]);
  }, 60_000);

  test("is told to be erased, and where it may still be", async () => {
    const answer = await erased(print.id);
    expect(answer).toMatchObject({ printId: print.id, reason: "The customer asked for it." });
    expect(answer).toMatchObject({ bytes: RAW.length, cancelledDeliveries: 0, cleared: true });
    expect(answer.elsewhere.join(" ")).toContain("ackup");
  }, 60_000);

  test("is in no file of the data folder any more, whether its bytes, its metadata or its text", () => {
    expect(filesWith(SECRET)).toEqual([]);
  });

  test("is found by no search, deleted ones or not, and counted by none", async () => {
    for (const deleted of [true, false, "any"])
      for (const filter of [{ text: "wilhelmina" }, { label: { op: "contains", value: "Wilhelmina" } }])
        expect(await total({ ...filter, deleted })).toBe(0);
    expect(await total({ deleted: "any" })).toBe(PRINTS + (AT_ONCE - (PRINTS % AT_ONCE || AT_ONCE)));
  });

  test("answers 410 with when and why, whatever it is asked for", async () => {
    const asked = [
      ["GET", ""],
      ["GET", "/raw"],
      ["GET", "/preview?format=text"],
      ["DELETE", ""],
      ["POST", "/restore"],
    ] as const;
    for (const [method, path] of asked) {
      const response = await service.prints(`/${print.id}${path}`, { method });
      const { code, data } = (await response.json()) as ErrorAnswer;
      expect([method, path, response.status, code]).toEqual([method, path, 410, "GONE"]);
      expect(data).toMatchObject({ printId: print.id, how: "erased", reason: "The customer asked for it." });
    }
    const patched = await service.prints(`/${print.id}`, { method: "PATCH", json: { label: "x" } });
    expect(patched.status).toBe(410);
  });

  test("is erased again without another effect: an answer may be lost", async () => {
    const first = await erased(print.id);
    const again = await (await erase(print.id, { reason: "Another." })).json();
    expect(again).toMatchObject({ printId: print.id, bytes: 0, reason: "The customer asked for it." });
    expect(again).toMatchObject({ erasedAt: first.erasedAt });
  });

  test("stays erased over a restart", async () => {
    const { folder, token } = service;
    await service.stop();
    service = await Service.start({ folder, token });
    expect((await service.prints(`/${print.id}`)).status).toBe(410);
    expect(filesWith(SECRET)).toEqual([]);
    expect(await total({ text: "wilhelmina", deleted: "any" })).toBe(0);
  });
});

test("one of the newest prints, which no segment has, is erased just so", async () => {
  const { id } = await secretPrint();
  await until(async () => (await total({ text: "wilhelmina" })) === 1, "that its text is read");
  expect((await erased(id)).cleared).toBe(true);
  expect(await total({ text: "wilhelmina", deleted: "any" })).toBe(0);
  expect(filesWith(SECRET)).toEqual([]);
});

test("it takes an administrator's token, a reason, and a print that is there", async () => {
  const { id } = await service.store();
  const cases = [
    [id, { reason: "x" }, service.token, 403, "API_TOKEN_SCOPE_INSUFFICIENT"],
    [id, {}, admin, 400, "BAD_REQUEST"],
    [id, { reason: "" }, admin, 400, "BAD_REQUEST"],
    [id, { reason: "x".repeat(501) }, admin, 400, "BAD_REQUEST"],
    [id, { reason: "x", also: 1 }, admin, 400, "BAD_REQUEST"],
    [999_999, { reason: "x" }, admin, 404, "NOT_FOUND"],
  ] as const;
  for (const [printId, json, token, status, code] of cases) {
    const response = await erase(printId, json, token);
    expect([response.status, ((await response.json()) as ErrorAnswer).code]).toEqual([status, code]);
  }
  expect((await service.prints(`/${id}`)).status).toBe(200);
});

test("tillroll erase does so for several, and says where they may still be", async () => {
  const [one, other] = [await service.store(), await service.store()];
  const words = ["erase", "--data", service.folder, String(one.id), String(other.id), "--reason", "A test."];
  const { stdout, stderr, exitCode } = await run(words);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`${one.id}\terased, 6 bytes; nothing of it is left in the data folder's files\n`);
  expect(stdout).toContain(`${other.id}\terased`);
  expect(stdout).toContain("ackup");
  for (const { id } of [one, other]) expect((await service.prints(`/${id}`)).status).toBe(410);
  expect((await run(["erase", "--data", service.folder, "1"])).stderr).toContain("--reason");
});

test("a webhook's and a stream's print.erased tells the id and the reason, and nothing of the print", async () => {
  const { id } = await secretPrint();
  const from = await lastEvent();
  await erased(id);
  const response = await service.fetch(`/api/workspace/default/events?after=${from}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("print.erased")) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  expect(text).toContain(`"id":${id},"removedAt":`);
  expect(text).not.toContain("Wilhelmina");
});

/** The position behind all events so far: that of a print that comes now. */
async function lastEvent(): Promise<string> {
  const response = await service.fetch("/api/workspace/default/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await service.store();
  let text = "";
  while (!/id: \S+\n/.test(text)) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  return /id: (\S+)\n/.exec(text)?.[1] ?? "";
}
