import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../src/app.ts";
import { inDoubleByteCode } from "../escpos/text/encode.ts";

/* Previews of a whole service show what its searches find: a word is read as the earlier prints of its device. */

const folder = mkdtempSync(join(tmpdir(), "tillroll-charset-"));

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

const ask = (path: string, body?: object) =>
  fetch(`${app.address}/api/workspace/default/prints/${path}`, {
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });

/** Stores a print of a device in GB 18030. @returns its id */
async function store(deviceId: string, text: string): Promise<number> {
  const raw = Buffer.from([...inDoubleByteCode(text, "gb18030"), 0x0a]).toString("base64");
  return ((await (await ask("json", { raw, deviceId })).json()) as { id: number }).id;
}

/** The ids of the prints with a text, once all is read. */
async function search(text: string): Promise<number[]> {
  for (;;) {
    const answer = await (await ask("search", { text })).json();
    const { items, textPending } = answer as { items: { id: number }[]; textPending: number };
    if (textPending === 0) return items.map(({ id }) => id);
    await Bun.sleep(10);
  }
}

const shown = async (id: number, query: string) => (await ask(`${id}/preview?${query}`)).text();

test("a word of a device that printed Chinese is Chinese, in previews as in searches", async () => {
  const long = await store("kitchen", "欢迎光临\n凉拌豆腐 12.00\n合计 12.00\n谢谢惠顾");
  expect(await search("凉拌豆腐")).toEqual([long]);
  const known = await store("kitchen", "茶");
  // Before it was read for searches, too.
  expect(await shown(known, "format=text")).toBe("茶\n");
  const unknown = await store("bar", "茶");
  expect(await search("茶")).toEqual([known]);
  expect(await shown(known, "format=text")).toBe("茶\n");
  expect(await shown(known, "format=html")).toContain("茶");
  expect(JSON.parse(await shown(known, "format=explain"))).toMatchObject({
    charset: { charset: "china", from: "earlier prints", certainty: "likely" },
  });
  expect(await shown(known, "format=text&charset=western")).toBe("▓Φ\n");
  expect(await shown(unknown, "format=text")).toBe("▓Φ\n");
  expect(JSON.parse(await shown(unknown, "format=explain")).charset.from).toBe("text");
});
