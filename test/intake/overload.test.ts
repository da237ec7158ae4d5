import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { WRITER_LIMITS } from "../../src/domain/storage-limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { type PrintAnswer, run, Service } from "../service.ts";
import { createPrint } from "./raw-request.ts";
import { openLiveDatabase } from "../live-database.ts";

/*
 * More than the disk takes. The disk is made as slow as can be by a lock on the database: nothing is written until it is
 * let go of, so that what comes next does not depend on time.
 */

let service: Service;
let otherToken: string;

beforeAll(async () => {
  // All clients have one address here, and it is the disk that is to be slow.
  service = await Service.start({ flags: ["--client-rate", "0"] });
  const { stdout } = await run(["token", "create", "--data", service.folder]);
  otherToken = stdout.trim();
});
afterAll(() => service.end());

/** Keeps the writer from beginning a transaction until it is disposed of. */
function lockDatabase(): Disposable {
  const database = openLiveDatabase(databasePath(service.folder));
  database.run("BEGIN IMMEDIATE");
  return {
    [Symbol.dispose]() {
      database.run("ROLLBACK");
      database.close();
    },
  };
}

async function queueDepth(): Promise<number> {
  const text = await (await service.fetch("/metrics")).text();
  return Number(/^tillroll_write_queue_depth (\d+)/m.exec(text)?.[1]);
}

async function untilQueued(operations: number): Promise<void> {
  while ((await queueDepth()) < operations) await Bun.sleep(5);
}

/** Resident memory of the service, bytes; only Linux tells it of another process. */
function residentBytes(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${service.processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

const idOf = (answer: { readonly body: string } | null) =>
  (JSON.parse(answer?.body ?? "{}") as PrintAnswer).id;

const send = (token: string, raw: Uint8Array) => createPrint(service.address, token, raw);

test("a client with many requests at once does not keep another waiting behind them", async () => {
  const many = 1500;
  const lock = lockDatabase();
  const crowd = Array.from({ length: many }, () => send(service.token, new Uint8Array(600)));
  await untilQueued(many);
  const other = send(otherToken, new Uint8Array(600));
  await untilQueued(many + 1);
  lock[Symbol.dispose]();
  const before = idOf(await other);
  const ids = (await Promise.all(crowd)).map(idOf);
  const behind = ids.filter((id) => id > before).length;
  // Before it: what had gone to the Worker, and a turn of the crowd.
  const turn = Math.ceil(WRITER_LIMITS.turnBytes / WRITER_LIMITS.requestBytes);
  expect(behind).toBeGreaterThanOrEqual(many - WRITER_LIMITS.sentOperations - 2 * turn);
  expect(new Set(ids).size).toBe(many);
});

test("huge prints beyond the room are refused; memory stays bounded, others get in, what is acknowledged is kept", async () => {
  const print = 8 * MEBIBYTE;
  const asked = 60;
  const before = residentBytes();
  const lock = lockDatabase();
  const huge = crypto.getRandomValues(new Uint8Array(65_536));
  const raw = Buffer.alloc(print, huge);
  const crowd = Array.from({ length: asked }, () => send(service.token, raw));
  const refused = Promise.race(crowd);
  const first = await refused;
  expect(first?.status).toBe(503);
  expect(first?.head).toContain("\r\nRetry-After: 1");
  const other = send(otherToken, new Uint8Array([1, 2, 3]));
  // Half of the room at the most is one client's, all of it whole prints.
  await untilQueued(Math.floor(WRITER_LIMITS.waitingBytes / 2 / (print + WRITER_LIMITS.requestBytes)) + 1);
  const peak = residentBytes();
  lock[Symbol.dispose]();
  expect((await other)?.status).toBe(201);
  const answers = await Promise.all(crowd);
  const stored = answers.filter((answer) => answer?.status === 201).map(idOf);
  const statuses = new Set(answers.map((answer) => answer?.status));
  expect(statuses).toEqual(new Set([201, 503]));
  expect(stored.length * print).toBeLessThanOrEqual(WRITER_LIMITS.waitingBytes / 2);
  expect(peak - before).toBeLessThan(WRITER_LIMITS.waitingBytes + 64 * MEBIBYTE);
  expect(service.logged.match(/requests are refused/g)?.length).toBe(1);
  await service.stop("SIGKILL");
  const { folder } = service;
  service = await Service.start({ folder, token: service.token });
  for (const id of stored) {
    const bytes = await (await service.prints(`/${id}/raw`)).bytes();
    expect(Buffer.compare(bytes, raw)).toBe(0);
  }
});
