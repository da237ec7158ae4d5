import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CardReportAnswer } from "../../src/contract/cards.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

/* Full card numbers in prints of a service: found, listed, masked, and none in what others are shown. The numbers are public test numbers. */

const VISA = "4111111111111111";
const MASKED = "411111******1111";
const WORKSPACE = "/api/workspace/default";

let service: Service;
let admin: string;
let viewer: string;
let printId: number;

beforeAll(async () => {
  service = await Service.start();
  const token = async (scopes: string) =>
    (await run(["token", "create", "--scopes", scopes, "--data", service.folder])).stdout.trim();
  admin = await token("admin");
  viewer = await token("read");
  await service.store({ deviceId: "till-1" }, "Order 7\nTotal 4.50\n");
  const sold = `CORNER SHOP\nVISA ${VISA}\nTotal 4.50\n`;
  printId = (await service.store({ deviceId: "till-2" }, sold)).id;
  await service.store({ deviceId: "till-3", tag: { card: VISA } }, "Nothing\n");
  await until(async () => (await report()).prints === 2);
});
afterAll(() => service.end());

async function report(query = ""): Promise<CardReportAnswer> {
  const response = await service.fetch(`${WORKSPACE}/cards${query}`, { token: viewer });
  return (await response.json()) as CardReportAnswer;
}

async function preview(format: string): Promise<string> {
  return (await service.prints(`/${printId}/preview?format=${format}`)).text();
}

async function exported(token: string, format: string): Promise<Uint8Array> {
  const body = { format, ids: [printId, printId + 1] };
  return (await service.fetch(`${WORKSPACE}/prints/export`, { token, json: body })).bytes();
}

test("prints that have some are listed by their devices, without the numbers", async () => {
  const found = await report();
  expect(found).toMatchObject({ prints: 2, areMore: false, masked: true, scan: null });
  expect(found.devices.map(({ deviceId, prints, brands }) => [deviceId, prints, brands])).toEqual([
    ["till-3", 1, ["Visa"]],
    ["till-2", 1, ["Visa"]],
  ]);
  expect(found.items).toMatchObject([
    { deviceId: "till-3", text: 0, picture: 0, field: 1, deleted: false },
    { printId, text: 1, picture: 0, field: 0 },
  ]);
  expect(JSON.stringify(found)).not.toContain(VISA);
  expect((await report(`?before=${printId + 1}&limit=1`)).items.map((item) => item.printId)).toEqual([
    printId,
  ]);
});

test("the health names no print, and says what to do", async () => {
  // The health looks from time to time.
  const told = async () => {
    const health = (await (await service.fetch("/healthz", { token: null })).json()) as {
      components: Record<string, { state: string; message: string }>;
    };
    return health.components["cardNumbers"];
  };
  await until(async () => (await told())?.state === "degraded");
  expect((await told())?.message).not.toMatch(/till-|\d{3}/);
});

describe("where they are masked", () => {
  test.each(["text", "svg", "html", "json"])("a preview as %s has them masked", async (format) => {
    const shown = await preview(format);
    expect(shown).toContain(MASKED);
    expect(shown).not.toContain(VISA);
  });

  test("its commands have them masked too", async () => {
    for (const format of ["commands", "explain"]) {
      const shown = await preview(format);
      expect(shown).toContain(Buffer.from(MASKED).toString("hex"));
      expect(shown).not.toContain(Buffer.from(VISA).toString("hex"));
    }
  });

  test("a comparison has them masked", async () => {
    const raw = Buffer.from(`CORNER SHOP\nVISA ${VISA}\nTotal 5.50\n`).toString("base64");
    const response = await service.fetch(`${WORKSPACE}/prints/${printId}/compare`, {
      json: { with: { raw } },
    });
    const compared = await response.text();
    expect(response.status).toBe(200);
    expect(compared).not.toContain(VISA);
  });

  test.each(["csv", "jsonl"])("an export as %s has those in tags masked", async (format) => {
    const text = Buffer.from(await exported(viewer, format)).toString();
    expect(text).toContain(MASKED);
    expect(text).not.toContain(VISA);
  });

  test("bytes are for those who operate", async () => {
    const raw = (token: string) => service.prints(`/${printId}/raw`, { token });
    expect((await raw(viewer)).status).toBe(403);
    expect(await (await raw(admin)).text()).toContain(VISA);
    expect((await service.prints(`/${printId - 1}/raw`, { token: viewer })).status).toBe(200);
    const archives = [await exported(viewer, "zip-raw"), await exported(admin, "zip-raw")];
    const [withheld, whole] = archives.map((bytes) => Buffer.from(bytes).toString("latin1"));
    expect(withheld).not.toContain(VISA);
    expect(withheld).toContain("Nothing");
    expect(whole).toContain(VISA);
  });

  test("proofs, which have what is known of a print in plain text and its bytes, too", async () => {
    const body = { format: "zip-png", proofs: true, ids: [printId - 1, printId, printId + 1] };
    const proven = async (token: string) => {
      const response = await service.fetch(`${WORKSPACE}/prints/export`, { token, json: body });
      return (
        Buffer.from(await response.bytes())
          .toString("latin1")
          .match(/proofs\/[^/]*\.json/g) ?? []
      );
    };
    // Each name is there twice: before the file, and in the list at the end.
    expect((await proven(viewer)).length).toBe(2);
    expect((await proven(admin)).length).toBe(6);
    for (const id of [printId, printId + 1]) {
      const statuses = [viewer, admin].map(
        async (token) => (await service.prints(`/${id}/proof`, { token })).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 200]);
    }
  });
});

test("who looks through old prints finds the same, and the command says so", async () => {
  const { exitCode, stdout } = await run(["cards", "scan", "--data", service.folder]);
  expect([exitCode, stdout]).toEqual([0, "3 prints looked through, 2 with full card numbers.\n"]);
  expect(await report()).toMatchObject({ prints: 2, scan: { done: 3, total: 3, found: 2, isDone: true } });
  const listed = await run(["cards", "--data", service.folder]);
  expect(listed.exitCode).toBe(1);
  expect(listed.stdout).toContain("till-2");
  expect(listed.stdout).not.toContain(VISA);
  expect((await service.fetch(`${WORKSPACE}/cards/scan`, { token: viewer, json: {} })).status).toBe(403);
});

test("an erased print is not listed any more", async () => {
  const { id: gone } = await service.store({}, `VISA ${VISA}\n`);
  await until(async () => (await report()).prints === 3);
  const erased = await service.prints(`/${gone}/erase`, { token: admin, json: { reason: "asked" } });
  expect(erased.status).toBe(200);
  expect((await report()).prints).toBe(2);
});

test("where the workspace wants them shown, they are", async () => {
  await service.fetch(`${WORKSPACE}/settings`, {
    method: "PATCH",
    token: admin,
    json: { maskCardNumbers: false },
  });
  expect(await preview("text")).toContain(VISA);
  expect((await service.prints(`/${printId}/raw`, { token: viewer })).status).toBe(200);
  expect(await report()).toMatchObject({ prints: 2, masked: false });
});
