import { afterAll, beforeAll, expect, test } from "bun:test";
import { PrinterHost } from "../../scripts/faults/printer-host.ts";
import { freePort, NO_PRINTER_PORTS, type PrintAnswer, Service } from "../service.ts";

/** How long an event may take, milliseconds: much, because machines that test are busy. */
const PATIENCE_MILLISECONDS = 45_000;

const rawPort = freePort();
let service: Service;
beforeAll(async () => {
  service = await Service.start({ environment: { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(rawPort) } });
});
afterAll(() => service.end());

/** Reads server-sent events until one has this name, and gives its data. */
async function eventNamed(name: string, body: ReadableStream<Uint8Array>): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const event = new RegExp(`event: ${name}\ndata: (.*)\n\n`).exec(text);
    if (event !== null) return JSON.parse(event[1] ?? "null");
  }
  throw new Error(`the stream ended without ${name}: ${text}`);
}

/** Searches once the text of all prints can be. */
async function searched(json: object): Promise<{ items: PrintAnswer[]; textPending: number }> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const answer = await (await service.prints("/search", { json })).json();
    const page = answer as { items: PrintAnswer[]; textPending: number };
    if (page.textPending === 0 || performance.now() > end) return page;
    await Bun.sleep(20);
  }
}

test("a receipt that a POS prints is told, awaited, found, read and shown", async () => {
  const raw = Buffer.from("\x1b@\x1ba\x01Café Zentral\n\x1ba\x00Melange          4.80\n\x1dV\x00", "latin1");

  const stream = await service.fetch("/api/workspace/default/events");
  const told = eventNamed("print.created", stream.body as ReadableStream<Uint8Array>);
  // Whether it listens before the print comes or after.
  const awaited = service.prints("/next?after=0&deviceId=receipt&timeout=45s");

  const host = await PrinterHost.connect(rawPort);
  await host.send(Uint8Array.of(0x10, 0x04, 0x01));
  expect((await host.read(1)).toHex()).toBe("16");
  await host.send(raw);
  await host.send(Buffer.from("\x1d(H\x06\x0000Z123", "latin1"));
  expect(Buffer.from(await host.read(7)).toString("latin1")).toBe("\x37\x22Z123\x00");
  host.finish();
  expect(await host.ending).toBe("closed");

  const next = (await (await awaited).json()) as PrintAnswer;
  expect(next).toMatchObject({ deviceId: "receipt", tag: { protocol: "raw", client: "127.0.0.1" } });
  expect(next.testPrint).toBe(false);
  expect(await Promise.race([told, Bun.sleep(PATIENCE_MILLISECONDS)])).toEqual(next);
  await stream.body?.cancel().catch(() => {});

  expect((await searched({ deviceId: "receipt", text: "melange" })).items).toEqual([next]);

  const stored = Buffer.from(await (await service.prints(`/${next.id}/raw`)).arrayBuffer());
  const expected = Buffer.concat([
    Uint8Array.of(0x10, 0x04, 0x01),
    raw,
    Buffer.from("\x1d(H\x06\x0000Z123", "latin1"),
  ]);
  expect(stored.toString("hex")).toBe(expected.toString("hex"));

  const text = await (await service.prints(`/${next.id}/preview?format=text`)).text();
  expect(text).toContain("Melange          4.80");
  const picture = await service.prints(`/${next.id}/preview?format=png`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
});
