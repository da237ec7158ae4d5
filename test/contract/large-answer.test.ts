import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PrintAnswer, Service } from "../service.ts";

const PRINTS = 100;
/** Beyond ASCII, so that there are more bytes than characters. */
const NOTE = "ü".repeat(100);
const SEARCH = { json: { orderBy: "id.asc", pageSize: 100 } };

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  for (let number = 0; number < PRINTS; number++) {
    await service.store({ printKey: `p-${number}`, tag: { note: NOTE } });
  }
});
afterAll(() => service.end());

test("a large page comes whole, and says how long it is", async () => {
  for (let asked = 0; asked < 3; asked++) {
    const response = await service.prints("/search", SEARCH);
    const bytes = await response.bytes();
    expect(bytes.byteLength).toBeGreaterThan(PRINTS * 300);
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(response.headers.get("transfer-encoding")).toBeNull();
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { items } = JSON.parse(new TextDecoder().decode(bytes)) as { items: PrintAnswer[] };
    expect(items.map(({ tag }) => tag["note"])).toEqual(Array.from({ length: PRINTS }, () => NOTE));
  }
});

test("whoever leaves before a large page comes holds up nobody", async () => {
  const left = Array.from({ length: 50 }, async (_, number) => {
    const body = JSON.stringify(SEARCH.json);
    const headers = { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" };
    const address = `${service.address}/api/workspace/default/prints/search`;
    const leaving = new AbortController();
    const asked = fetch(address, { method: "POST", headers, body, signal: leaving.signal });
    setTimeout(() => leaving.abort(), number % 5);
    await asked
      .then((response) => response.bytes())
      .catch((error: unknown) => {
        if (!(error instanceof DOMException)) throw error;
      });
  });
  await Promise.all(left);
  expect((await service.prints("/search", SEARCH)).status).toBe(200);
  expect(service.logged).not.toContain("error");
});
