import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { makeToken } from "../../src/archive/archive-access.ts";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { allShops, enrolShop, revokeShopOf, rotateShopOf } from "../../src/archive/shop-commands.ts";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import type { MeAnswer, WorkspaceAnswer } from "../../src/contract/service.ts";
import type { EnrolledShopAnswer, ShopAnswer } from "../../src/contract/shop.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import { userName } from "../../src/platform/command-user.ts";
import {
  type HelloAnswer,
  type JoinAnswer,
  type PullAnswer,
  type ShippedPrint,
  UPSTREAM_PATHS,
} from "../../src/contract/upstream-messages.ts";
import { decodeBatch, encodeBatch } from "../../src/upstream/batch-packing.ts";
import { cardOperations } from "../../src/http/openapi/card-operations.ts";
import { comparisonOperations } from "../../src/http/openapi/comparison-operations.ts";
import type { Operation } from "../../src/http/openapi/operation.ts";
import { ruleOperations } from "../../src/http/openapi/rule-operations.ts";
import { ApiReference, bodyOf, operationsOf } from "../api-reference.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { helloOf, NOON } from "./archive-shops.ts";
import { type ArchiveLink, type ModelPrint, ShopModel } from "./shop-model.ts";

let tested: TestDatabase;
let archive: ArchiveApp;
let admin: string;
const dataFolder = temporaryFolder();
beforeAll(async () => {
  tested = await testDatabase();
  const log = { write() {} };
  archive = await startArchive({ database: tested.address, dataFolder, host: "127.0.0.1", port: 0, log });
  const all = { workspace: null, shopGroup: null, name: "", expiresAt: null };
  admin = await makeToken(
    { database: tested.address },
    { ...all, scopes: ["read", "write", "operate", "admin"] },
  );
});
afterAll(async () => {
  await archive?.stop();
  await tested?.[Symbol.asyncDispose]();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Asks as somebody. @returns the answer, whatever its status */
async function ask<Answer>(
  method: string,
  path: string,
  bearer: string,
  body?: object | Uint8Array<ArrayBuffer>,
) {
  const isBytes = body instanceof Uint8Array;
  const sent = body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) };
  const headers = { Authorization: `Bearer ${bearer}` };
  const response = await fetch(`${archive.address}${path}`, { method, headers, ...sent });
  return {
    status: response.status,
    answer: (await response.json()) as Answer & { code: string; data: object },
  };
}

async function joined(workspace: string): Promise<string> {
  const { answer } = await ask<EnrolledShopAnswer>("POST", "/api/shops", admin, {
    workspace,
    group: "north",
  });
  const wish = { code: answer.code, instance: "instance-1" };
  return (await ask<JoinAnswer>("POST", UPSTREAM_PATHS.join, "", wish)).answer.key;
}

const hello = (key: string) =>
  ask<HelloAnswer>("POST", UPSTREAM_PATHS.hello, key, helloOf({ now: Date.now() }));

/** A link by HTTP. */
function linkOf(key: string): ArchiveLink {
  const send = async <Answer>(path: string, body: object | Uint8Array<ArrayBuffer>) => {
    const { status, answer } = await ask<Answer>("POST", path, key, body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return answer;
  };
  return {
    hello: (said) => send(UPSTREAM_PATHS.hello, said),
    has: (print) => send(UPSTREAM_PATHS.has, print),
    rewind: (wish) => send(UPSTREAM_PATHS.rewind, wish),
    batch: (packed) => send(UPSTREAM_PATHS.batch, packed),
  };
}

describe("shops by the API", () => {
  test("are enrolled, get on, are given another key, and are shut out", async () => {
    const made = await ask<EnrolledShopAnswer>("POST", "/api/shops", admin, {
      workspace: "berlin-1",
      group: "north",
    });
    expect(made).toMatchObject({
      status: 201,
      answer: { shop: { workspace: "berlin-1", state: "waiting" } },
    });
    const { command, address, code } = made.answer;
    expect(command).toBe(`tillroll upstream join ${address} ${code}`);
    const wish = { code, instance: "instance-1" };
    const { key } = (await ask<JoinAnswer>("POST", UPSTREAM_PATHS.join, "", wish)).answer;
    expect(await hello(key)).toMatchObject({
      status: 200,
      answer: { workspace: "berlin-1", nextOrdinal: 0 },
    });
    const { items } = (await ask<{ items: ShopAnswer[] }>("GET", "/api/shops", admin)).answer;
    expect(items).toMatchObject([
      { state: "connected", group: "north", backlog: 0, isCloned: false, codeExpiresAt: null },
    ]);
    expect((await ask("POST", "/api/shops/berlin-1/rotate", admin)).status).toBe(200);
    const { nextKey = "" } = (await hello(key)).answer;
    expect((await hello(nextKey)).status).toBe(200);
    expect((await hello(key)).status).toBe(401);
    expect(await ask("DELETE", "/api/shops/BERLIN-1", admin)).toMatchObject({ answer: { state: "revoked" } });
    expect((await hello(nextKey)).status).toBe(401);
    const audit = await ask<{ items: AuditEntryAnswer[] }>("GET", "/api/audit?limit=3", admin);
    expect(audit.answer.items.map(({ act }) => act)).toEqual([
      "shop.revoked",
      "shop.rotated",
      "shop.enrolled",
    ]);
  });

  test("are for administrators, and have to be there", async () => {
    const key = await joined("berlin-2");
    for (const bearer of ["", key]) expect((await ask("GET", "/api/shops", bearer)).status).toBe(401);
    expect((await ask("DELETE", "/api/shops/nowhere", admin)).status).toBe(404);
    expect((await ask("DELETE", "/api/shops/default", admin)).status).toBe(404);
    expect((await ask("POST", "/api/shops", admin, { workspace: "a b" })).status).toBe(400);
    expect((await ask("POST", "/api/shops/berlin-2/rotate", admin)).status).toBe(409);
  });

  test("are in the reference of an archive", async () => {
    const { document } = await ApiReference.read(archive.address);
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(ids).toEqual(expect.arrayContaining(["listShops", "enrolShop", "revokeShop", "rotateShop"]));
  });
});

test("what an archive does not do is not in its reference, and what is there is not refused as such", async () => {
  const { document } = await ApiReference.read(archive.address);
  const listed = operationsOf(document);
  const ids = listed.map(({ operation }) => operation.operationId);
  const absent = Object.entries<Operation>({ ...ruleOperations, ...cardOperations, ...comparisonOperations })
    .filter(([, { needs }]) => needs !== undefined)
    .map(([id]) => id);
  expect(absent).toHaveLength(10);
  expect(absent.filter((id) => ids.includes(id))).toEqual([]);
  expect(ids).toEqual(
    expect.arrayContaining(["listRules", "listCards", "listReferences", "createPrintFromJson"]),
  );

  const refused: string[] = [];
  for (const { method, path, operation } of listed.filter((each) =>
    each.path.startsWith("/api/workspace/"),
  )) {
    if (method === "GET") continue;
    const content = bodyOf(operation)?.content["application/json"];
    const [example] = Object.values(content?.examples ?? {}) as { readonly value: object }[];
    const address = path.replace("{slug}", "default").replaceAll(/\{\w+\}/g, "1");
    const response = await fetch(archive.address + address, {
      method,
      headers: { Authorization: `Bearer ${admin}` },
      ...(example !== undefined && { body: JSON.stringify(example.value) }),
    });
    const text = await response.text();
    if (response.status === 409 && /"data":\{"kind":/.test(text)) refused.push(`${method} ${path}`);
  }
  expect(refused).toEqual([]);
  const rule = { name: "order", pattern: "Order", label: "x" };
  expect(await ask("POST", "/api/workspace/default/rules", admin, rule)).toMatchObject({
    status: 409,
    answer: { data: { kind: "rule" } },
  });
});

test("prints come by HTTP, and a shop that has lost them has them again", async () => {
  const key = await joined("berlin-3");
  let now = Date.UTC(2026, 0, 1);
  const shop = new ShopModel(new SeededRandom(7), () => ++now, "run-1");
  for (let n = 0; n < 30; n++) shop.store();
  shop.erase(shop.prints[3]);
  const link = linkOf(key);
  await shop.step(link);
  for (let n = 0; n < 5; n++) shop.change();
  while (!(await shop.step(link)));
  const response = await fetch(`${archive.address}${UPSTREAM_PATHS.pull}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ after: null }),
  });
  const { batch, contents } = decodeBatch<PullAnswer>(new Uint8Array(await response.arrayBuffer()));
  expect(batch.more).toBe(false);
  const live = shop.prints.filter(({ content }) => content !== null);
  expect(batch.prints).toEqual(live.map(({ print }) => print));
  expect(contents.map((bytes) => bytes.toHex())).toEqual(
    live.map(({ content }) => content?.content.toHex() ?? ""),
  );
});

test("whoever asks of themselves is told whether their workspace is a shop's", async () => {
  await joined("berlin-5");
  const place = { database: tested.address };
  const given = { shopGroup: null, scopes: ["read"], name: "", expiresAt: null } as const;
  const asked = async (workspace: string) =>
    (await ask<MeAnswer>("GET", "/api/me", await makeToken(place, { ...given, workspace }))).answer.workspace;
  expect(await asked("berlin-5")).toMatchObject({ slug: "berlin-5", isOfShop: true });
  expect(await asked("default")).toMatchObject({ slug: "default", isOfShop: false });
  const { items } = (await ask<{ items: WorkspaceAnswer[] }>("GET", "/api/workspaces", admin)).answer;
  const slugs = items.filter(({ isOfShop }) => isOfShop).map(({ slug }) => slug);
  expect(slugs).toContain("berlin-5");
  expect(slugs).not.toContain("default");
});

test("no shop keeps others from being found by times that no calendar has", async () => {
  const key = await joined("berlin-6");
  const shop = new ShopModel(new SeededRandom(8), () => Number.MAX_SAFE_INTEGER, "run-1");
  shop.store();
  const sent = async () => {
    while (!(await shop.step(linkOf(key))));
  };
  const refused = await sent().catch(String);
  const found = await ask<{ items: object[] }>("POST", "/api/prints/search", admin, { pageSize: 100 });
  expect(found.status).toBe(200);
  expect(refused).toContain("BAD_REQUEST");
});

/** Sends the first print of a shop. @param facts what of it is not as that of other shops */
function sendFirst(key: string, text: string, facts: Partial<ShippedPrint>) {
  const begin = { nextOrdinal: 0, nextChange: 1 };
  const { sha256, content, ...form } = encodeContent(new TextEncoder().encode(text));
  const shop = new ShopModel(new SeededRandom(9), () => NOON, "run-1");
  shop.store();
  const { print } = shop.prints[0] as ModelPrint;
  const packed = { ...form, sha256: new Uint8Array(sha256).toHex(), contentLength: content.length };
  const prints = [{ ...print, ...packed, ...facts }];
  const batch = { nonce: "n", from: begin, to: { ...begin, nextOrdinal: 1 }, prints };
  return linkOf(key).batch(encodeBatch(batch, [content]));
}

test("tags that would be several lines of events and exports are refused", async () => {
  const key = await joined("berlin-8");
  const tag = '{"a":\n"b"}';
  await expect(sendFirst(key, "receipt", { tag })).rejects.toThrow("in one line");
});

test("no shop keeps the others' amounts from being added by one that no number is large enough for", async () => {
  const key = await joined("berlin-9");
  const tag = JSON.stringify({ total: "9".repeat(140_000) });
  const refused = await sendFirst(key, "receipt", { tag }).catch(String);
  const added = await ask("POST", "/api/prints/facets", admin, { facets: { sum: "total" } });
  expect(added.status).toBe(200);
  expect(refused).toContain("BAD_REQUEST");
});

test("a print of a printer that only a newer shop knows is found and shown all the same", async () => {
  const key = await joined("berlin-7");
  const paper = JSON.stringify({ model: "newer-model", charset: "newer", profile: "newer", width: null });
  await sendFirst(key, "Newer receipt\n", { paper });
  const prints = "/api/workspace/berlin-7/prints";
  const search = async () => {
    const { answer } = await ask<{ items: { id: number }[] }>("POST", `${prints}/search`, admin, {
      text: "newer receipt",
    });
    return answer.items;
  };
  await until(async () => (await search()).length === 1);
  const shown = await fetch(`${archive.address}${prints}/${(await search())[0]?.id}/preview?format=text`, {
    headers: { Authorization: `Bearer ${admin}` },
  });
  expect(await shown.text()).toContain("Newer receipt");
});

test("what is no batch, or does not go on where the shop is, is refused", async () => {
  const key = await joined("berlin-4");
  const noBatch = await ask("POST", UPSTREAM_PATHS.batch, key, new Uint8Array([1, 2, 3]));
  expect(noBatch).toMatchObject({ status: 400, answer: { code: "BAD_REQUEST" } });
  const from = { nextOrdinal: 5, nextChange: 1 };
  const elsewhere = await ask("POST", UPSTREAM_PATHS.rewind, key, { from, to: from, nonce: "n" });
  expect(elsewhere).toMatchObject({ status: 409, answer: { data: { nextOrdinal: 0, nextChange: 1 } } });
});

test("by commands shops are enrolled, listed, given another key and shut out, as the audit log says", async () => {
  const place = { database: tested.address };
  const { code } = await enrolShop(place, "hamburg-1", "north");
  const { key } = (await ask<JoinAnswer>("POST", UPSTREAM_PATHS.join, "", { code, instance: "i" })).answer;
  expect((await hello(key)).status).toBe(200);
  await rotateShopOf(place, "hamburg-1");
  await revokeShopOf(place, "hamburg-1");
  const shops = await allShops(place);
  expect(shops.find(({ workspace }) => workspace === "hamburg-1")).toMatchObject({
    state: "revoked",
    group: "north",
  });
  const { items } = (await ask<{ items: AuditEntryAnswer[] }>("GET", "/api/audit?limit=4", admin)).answer;
  const acts = ["shop.revoked", "shop.rotated", "shop.enrolled", "workspace.created"];
  expect(items.map(({ act, subject, actor }) => [act, subject, actor.id])).toEqual(
    acts.map((act) => [act, "hamburg-1", userName()]),
  );
});

// The last one: no code from this address is looked at for a minute.
test("whoever guesses codes has twenty tries", async () => {
  const { answer } = await ask<EnrolledShopAnswer>("POST", "/api/shops", admin, { workspace: "berlin-9" });
  const tries = Array.from({ length: 25 }, (_, n) => ({ code: `0000-0000-0000-${1000 + n}`, instance: "i" }));
  const statuses: number[] = [];
  for (const wish of tries) statuses.push((await ask("POST", UPSTREAM_PATHS.join, "", wish)).status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
  const right = await ask("POST", UPSTREAM_PATHS.join, "", { code: answer.code, instance: "i" });
  expect(right.status).toBe(429);
});
