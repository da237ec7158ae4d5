import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type PrintAnswer, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const EVENTS = "/api/workspace/default/events";

interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: PrintAnswer;
}

/** Listens until so many events have come. */
async function listen(
  count: number,
  headers: Record<string, string>,
  begin: () => Promise<unknown>,
): Promise<Heard[]> {
  const response = await service.fetch(EVENTS, { headers });
  expect(response.headers.get("content-type")).toStartWith("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  await begin();
  const heard: Heard[] = [];
  while (heard.length < count) {
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => line.split(": ", 2) as [string, string]));
      // Printers and the service tell of themselves when they will.
      if (!fields.get("event")?.startsWith("print.")) continue;
      const data = JSON.parse(block.slice(block.indexOf("data: ") + 6)) as PrintAnswer;
      heard.push({ id: fields.get("id") ?? "", event: fields.get("event") ?? "", data });
    }
    if (heard.length >= count) break;
    const next = await reader?.read();
    if (next?.done !== false) break;
    text += next.value;
  }
  await reader?.cancel();
  return heard;
}

describe("events", () => {
  test("are told as they happen, in order, and from where a listener stopped", async () => {
    let print: PrintAnswer | null = null;
    const all = await listen(5, {}, async () => {
      print = await service.store({ label: "one" });
      await service.prints(`/${print.id}`, { method: "PATCH", json: { label: "two" } });
      await service.prints(`/${print.id}`, { method: "DELETE" });
      await service.prints(`/${print.id}/restore`, { method: "POST" });
      await service.store({ label: "three" });
    });
    expect(all.map(({ event }) => event)).toEqual([
      "print.created",
      "print.updated",
      "print.deleted",
      "print.updated",
      "print.created",
    ]);
    const rest = await listen(3, { "Last-Event-ID": all[1]?.id ?? "" }, async () => {});
    expect(rest.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
    // What is told is the print as it is now.
    expect(rest[0]?.data).toMatchObject({ label: "two", deleted: false });
  });

  test("survive a restart", async () => {
    const own = await Service.start();
    await own.store({ label: "before" });
    await own.stop("SIGKILL");
    const again = await Service.start({ folder: own.folder, token: own.token });
    const response = await again.fetch(`${EVENTS}?after=0.0`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("before")) text += (await reader?.read())?.value ?? "";
    expect(text).toContain("id: 1.0\nevent: print.created");
    await reader?.cancel();
    await again.end();
  });

  test("an id that is none is refused", async () => {
    expect((await service.fetch(EVENTS, { headers: { "Last-Event-ID": "x" } })).status).toBe(400);
  });

  test("end when the token is revoked", async () => {
    expect((await service.fetch(EVENTS, { token: "at_x.y" })).status).toBe(401);
  });
});

describe("the next print", () => {
  const next = (query: string) => service.prints(`/next${query}`);

  test("is the oldest behind an id", async () => {
    const first = await service.store({ deviceId: "a" });
    const second = await service.store({ deviceId: "b" });
    const answer = await next(`?after=${first.id - 1}&timeout=5s`);
    expect([answer.status, ((await answer.json()) as PrintAnswer).id]).toEqual([200, first.id]);
    const other = await next(`?after=${first.id - 1}&deviceId=b&timeout=5s`);
    expect(((await other.json()) as PrintAnswer).id).toBe(second.id);
  });

  test("is waited for", async () => {
    const waiting = next("?deviceId=late&timeout=10s");
    await service.store({ deviceId: "early" });
    const late = await service.store({ deviceId: "late" });
    expect(((await (await waiting).json()) as PrintAnswer).id).toBe(late.id);
  });

  test("is 204 when none comes in time", async () => {
    const answer = await next("?timeout=50ms");
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  });

  test("is not a deleted one", async () => {
    const print = await service.store({ deviceId: "gone" });
    await service.prints(`/${print.id}`, { method: "DELETE" });
    expect((await next(`?after=${print.id - 1}&deviceId=gone&timeout=0s`)).status).toBe(204);
  });

  test.each([["?timeout=1h"], ["?timeout=301s"], ["?after=x"], ["?after=-1"]])(
    "%s is refused",
    async (query) => {
      expect((await next(query)).status).toBe(400);
    },
  );

  test("a stop does not wait for those who wait", async () => {
    const own = await Service.start();
    const waiting = own.prints("/next?timeout=60s").catch(() => null);
    await Bun.sleep(100);
    const started = performance.now();
    expect(await own.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    await waiting;
  });
});
