import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { VerdictAnswer } from "../../src/contract/comparison.ts";
import type { ReferenceAnswer, ReferencesAnswer } from "../../src/contract/reference.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import { type ErrorAnswer, freePort, run, Service } from "../service.ts";
import { until } from "../until.ts";

const WORKSPACE = "/api/workspace/default";

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start({ flags: ["--purge-after", "1s"] });
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
});
afterAll(() => service.end());

async function ask<Answer>(method: string, path: string, json?: unknown, status = 200): Promise<Answer> {
  const given = json === undefined ? {} : { json };
  const response = await service.fetch(`${WORKSPACE}/${path}`, { method, token: admin, ...given });
  const answer: unknown = await response.json();
  expect([response.status, answer]).toEqual([status, expect.anything()]);
  return answer as Answer;
}

async function store(text: string, fields: object = {}): Promise<number> {
  return (await service.store({ raw: btoa(`\u001b@${text}`), ...fields })).id;
}

async function textAt(path: string): Promise<string> {
  return (await service.fetch(path)).text();
}

const RECEIPT = "Order 1001\n1 x Flat White 3.75\n";

describe("a comparison", () => {
  test("of a print with another, with bytes, and with a reference, whose patterns count too", async () => {
    const [one, other] = [await store(RECEIPT), await store(RECEIPT.replace("1001", "1002"))];
    const different = await ask<Comparison>("POST", `prints/${one}/compare`, { with: { printId: other } });
    expect(different).toMatchObject({
      same: false,
      differenceCount: 1,
      differences: [{ kind: "changed", a: { text: "Order 1001" }, b: { text: "Order 1002" } }],
    });
    const ignore = ["Order \\d+"];
    expect(await ask("POST", `prints/${one}/compare`, { with: { printId: other }, ignore })).toMatchObject({
      same: true,
      sameBytes: false,
    });
    const raw = btoa(`\u001b@${RECEIPT}`);
    expect(await ask("POST", `prints/${one}/compare`, { with: { raw }, commands: true })).toMatchObject({
      sameBytes: true,
      commands: [],
    });
    await ask("PUT", "references/flat%20white%2Fone", { printId: one, ignore }, 201);
    const reference = "flat white/one";
    expect(await ask("POST", `prints/${other}/compare`, { with: { reference } })).toMatchObject({
      same: true,
    });
  });

  test("as a picture and as a drawing", async () => {
    const [one, other] = [await store(RECEIPT), await store(RECEIPT.replace("Flat", "Oat"))];
    const png = await service.fetch(`${WORKSPACE}/prints/${one}/compare.png?with=${other}`);
    expect([png.status, png.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await png.bytes()).subarray(1, 4)).toEqual(Buffer.from("PNG"));
    const svg = await service.fetch(
      `${WORKSPACE}/prints/${one}/compare.svg?with=${other}&ignore=Order&ignore=x`,
    );
    expect(svg.headers.get("content-security-policy")).toContain("sandbox");
    expect(await svg.text()).toContain("Flat White");
  });

  const bad: readonly (readonly [string, unknown, string])[] = [
    ["nothing to compare with", {}, "with: is missing"],
    ["two things at once", { with: { printId: 1, reference: "A" } }, "with: must be one of"],
    [
      "a pattern that is none",
      { with: { printId: 1 }, ignore: ["("] },
      "ignore.0: must be a regular expression",
    ],
    ["bytes that are no base64", { with: { raw: "*" } }, "with.raw: is not base64"],
    ["too much tolerance", { with: { printId: 1 }, tolerance: 1000 }, "tolerance: must be an integer"],
  ];
  test.each(bad)("with %s is refused", async (_what, body, message) => {
    const id = await store(RECEIPT);
    const answer = await ask<ErrorAnswer>("POST", `prints/${id}/compare`, body, 400);
    expect(answer.message).toContain(message);
  });

  test("with what is not there is not found", async () => {
    const id = await store(RECEIPT);
    await ask("POST", `prints/${id}/compare`, { with: { printId: 99_999 } }, 404);
    await ask("POST", `prints/${id}/compare`, { with: { reference: "none" } }, 404);
    await ask("GET", `prints/${id}/compare.png`, undefined, 400);
  });
});

describe("a reference", () => {
  test("judges the newest print of its label, and any print of it", async () => {
    const id = await store(RECEIPT, { label: "simple" });
    expect(await ask<VerdictAnswer>("GET", `prints/${id}/verdict`)).toEqual({
      verdict: "none",
      reference: null,
      printId: id,
      comparison: null,
    });
    const made = await ask<ReferenceAnswer>("PUT", "references/simple", { printId: id, tolerance: 1 }, 201);
    expect(made).toMatchObject({ name: "simple", printId: id, ignore: [], tolerance: 1, byteLength: 33 });
    expect(made.approvedBy).toStartWith("token ");
    const newer = await store(RECEIPT.replace("3.75", "3.95"), { label: "simple" });
    const verdict = await ask<VerdictAnswer>("GET", "references/simple/verdict");
    expect(verdict).toMatchObject({ verdict: "different", reference: "simple", printId: newer });
    expect(verdict.comparison?.differences[0]?.a.text).toBe("1 x Flat White 3.75");
    expect(await ask("GET", `prints/${id}/verdict`)).toMatchObject({ verdict: "same" });
    expect(await ask("GET", `prints/${newer}/verdict?reference=simple`)).toMatchObject({
      verdict: "different",
    });
  });

  test("keeps what it ignores when another print is approved, unless that is given anew", async () => {
    const id = await store(RECEIPT);
    const ignore = ["\\d+"];
    await ask("PUT", "references/kept", { printId: id, ignore, tolerance: 2 }, 201);
    expect(await ask("PUT", "references/kept", { printId: await store("Other\n") })).toMatchObject({
      ignore,
      tolerance: 2,
    });
    expect(await ask("PUT", "references/kept", { printId: id, ignore: [] })).toMatchObject({ ignore: [] });
    const { items } = await ask<ReferencesAnswer>("GET", "references");
    expect(items.map(({ name }) => name)).toContain("kept");
    await ask("DELETE", "references/kept");
    await ask("DELETE", "references/kept", undefined, 404);
  });

  test("shows its own bytes as they were approved, whatever is set later", async () => {
    const id = await store(`${"x".repeat(40)}\n`, { label: "wide" });
    await ask("PUT", "references/wide", { printId: id }, 201);
    const shown = () => textAt(`${WORKSPACE}/references/wide/preview?format=text`);
    const before = await shown();
    await run(["workspace", "update", "default", "--width", "32", "--data", service.folder]);
    expect(await shown()).toBe(before);
    const raw = await service.fetch(`${WORKSPACE}/references/wide/raw`);
    expect(await raw.text()).toBe(`\u001b@${"x".repeat(40)}\n`);
    await run(["workspace", "update", "default", "--width", "48", "--data", service.folder]);
  });

  test("stays when its print is no longer kept, and goes when that is erased", async () => {
    const [kept, erased] = [await store(RECEIPT), await store(RECEIPT)];
    await ask("PUT", "references/purged", { printId: kept }, 201);
    await ask("PUT", "references/erased", { printId: erased }, 201);
    await ask("DELETE", `prints/${kept}`);
    await until(async () => {
      await run(["retention", "run", "--data", service.folder]);
      return (await service.prints(`/${kept}`)).status === 410;
    });
    await ask("POST", `prints/${erased}/erase`, { reason: "asked for" });
    expect(await ask("GET", "references/purged")).toMatchObject({ printId: kept });
    await ask("GET", "references/erased", undefined, 404);
    const later = await store(RECEIPT, { label: "purged" });
    expect(await ask("GET", "references/purged/verdict")).toMatchObject({ verdict: "same", printId: later });
  });

  test("is approved by those who may write alone", async () => {
    const id = await store(RECEIPT);
    const words = ["token", "create", "--scopes", "read", "--data", service.folder];
    const token = (await run(words)).stdout.trim();
    const path = `${WORKSPACE}/references/A`;
    const refused = await service.fetch(path, { method: "PUT", token, json: { printId: id } });
    expect(refused.status).toBe(403);
  });
});

describe("the newest print", () => {
  test("is shown at an address that stays: by label, device and tag, bare", async () => {
    const id = await store("By device\n", { deviceId: "till-9", label: "L", tag: { table: "12" } });
    await store("Other\n");
    for (const query of ["deviceId=till-9", "label=L", "tag=table%3D12", "label=L&deviceId=till-9"]) {
      const response = await service.fetch(`${WORKSPACE}/prints/latest/preview?format=text&${query}`);
      expect([query, await response.text()]).toEqual([query, "By device\n"]);
      expect(response.headers.get("x-tillroll-print")).toBe(String(id));
    }
    expect(await textAt(`${WORKSPACE}/prints/latest/preview?format=text`)).toBe("Other\n");
    const html = await textAt(`${WORKSPACE}/prints/latest/preview?format=html`);
    expect(html).not.toContain("figcaption");
    const none = await service.fetch(`${WORKSPACE}/prints/latest/preview?label=none`);
    expect(none.status).toBe(404);
  });

  test("is waited for, and found after a print that is known", async () => {
    const address = `${WORKSPACE}/prints/latest/preview?format=text&wait=20s&deviceId=till-8`;
    const coming = textAt(address);
    const known = await store("First\n", { deviceId: "till-7" });
    const id = await store("It came\n", { deviceId: "till-8" });
    expect(await textAt(`${address}&after=${known}`)).toBe("It came\n");
    const late = await service.fetch(`${WORKSPACE}/prints/latest/preview?wait=10ms&after=${id}`);
    expect(late.status).toBe(404);
    // Where the first one asked only after it was stored, another one ends its waiting.
    await store("It came\n", { deviceId: "till-8" });
    expect(await coming).toBe("It came\n");
  });

  test("of a printer is what came in by it", async () => {
    const port = freePort();
    await ask("POST", "printers", { name: "bar", rawPort: port }, 201);
    const till = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    till.end("By the bar\n");
    await store("Later, by the API\n");
    const address = `${WORKSPACE}/prints/latest/preview?format=text&printer=BAR`;
    await until(async () => (await service.fetch(address)).status === 200);
    await store("Later still\n");
    expect(await textAt(address)).toBe("By the bar\n");
    const none = await service.fetch(`${WORKSPACE}/prints/latest/preview?printer=none`);
    expect(none.status).toBe(404);
  });
});
