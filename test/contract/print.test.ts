import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, run, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const patch = (id: number | string, json: unknown) => service.prints(`/${id}`, { method: "PATCH", json });
const missing = 999_999;

describe("update", () => {
  const BEFORE = { label: "before", deviceId: "till", quantity: 1, tag: { a: "1", b: "2" } };
  const CASES: [string, unknown, Record<string, unknown>][] = [
    ["label", { label: "after" }, { label: "after", deviceId: "till" }],
    ["label away", { label: null }, { label: null }],
    ["deviceId away", { deviceId: null }, { deviceId: null }],
    ["quantity", { quantity: 9 }, { quantity: 9 }],
    ["quantity away", { quantity: null }, { quantity: null }],
    ["printKey", { printKey: "k2" }, { printKey: "k2" }],
    ["width", { width: 80 }, { width: 80 }],
    ["tags merge", { tag: { b: "3", c: "4" } }, { tag: { a: "1", b: "3", c: "4" } }],
    ["one tag away", { tag: { a: null } }, { tag: { b: "2" } }],
    ["a tag that is not there away", { tag: { z: null } }, { tag: { a: "1", b: "2" } }],
    ["all tags away", { tag: null }, { tag: {} }],
    ["several", { label: "x", tag: { a: null, b: null, "a.b": "" } }, { label: "x", tag: { "a.b": "" } }],
  ];
  test.each(CASES)("%s", async (_name, json, expected) => {
    const before = await service.store(BEFORE);
    await Bun.sleep(2);
    const response = await patch(before.id, json);
    expect(response.status).toBe(200);
    const after = (await response.json()) as PrintAnswer;
    expect(after).toMatchObject(expected);
    expect(after.createdAt).toBe(before.createdAt);
    expect(await (await service.prints(`/${before.id}`)).json()).toEqual(after);
  });

  test("moves updatedAt, and only when something changes", async () => {
    const before = await service.store(BEFORE);
    await Bun.sleep(3);
    for (const nothing of [{}, { tag: {} }, { label: "before" }, { tag: { a: "1" } }]) {
      expect(await (await patch(before.id, nothing)).json()).toEqual(before);
    }
    const after = (await (await patch(before.id, { label: "after" })).json()) as PrintAnswer;
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test("a tag named __proto__ is merged and removed like any other", async () => {
    const { id } = await service.store(BEFORE);
    const send = (body: string) =>
      service.prints(`/${id}`, { method: "PATCH", body, headers: { "Content-Type": "application/json" } });
    expect(await (await send('{"tag":{"__proto__":"p"}}')).text()).toContain('"__proto__":"p"');
    expect(await (await send('{"tag":{"__proto__":null}}')).text()).not.toContain("__proto__");
  });

  test("takes merge-patch+json", async () => {
    const { id } = await service.store();
    const headers = { "Content-Type": "application/merge-patch+json" };
    const response = await service.prints(`/${id}`, { method: "PATCH", body: '{"label":"m"}', headers });
    expect(await response.json()).toMatchObject({ label: "m" });
  });

  const REFUSED: [string, unknown, string[]][] = [
    ["an unknown field", { colour: "red" }, ["colour"]],
    ["read-only fields", { id: 1, createdAt: "x", deleted: true }, ["id", "createdAt", "deleted"]],
    ["raw", { raw: "aGk=" }, ["raw"]],
    ["printKey null", { printKey: null }, ["printKey"]],
    ["width null", { width: null }, ["width"]],
    ["width 81", { width: 81 }, ["width"]],
    ["a long label", { label: "x".repeat(201) }, ["label"]],
    ["a tag value that is a number", { tag: { a: 1 } }, ["tag.a"]],
    ["a long tag value", { tag: { a: "x".repeat(101) } }, ["tag.a"]],
    ["tag a string", { tag: "a" }, ["tag"]],
    ["an array", [], [""]],
  ];
  test.each(REFUSED)("refuses %s", async (_name, json, paths) => {
    const { id } = await service.store(BEFORE);
    const response = await patch(id, json);
    expect(response.status).toBe(400);
    const error = (await response.json()) as ErrorAnswer;
    expect(error.data.issues?.map(({ path }) => path)).toEqual(paths);
  });

  test("the merged tags keep the limit", async () => {
    const tag = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, "v"]));
    const { id } = await service.store({ tag });
    expect((await patch(id, { tag: { more: "v" } })).status).toBe(400);
    expect((await patch(id, { tag: { more: "v", k0: null } })).status).toBe(200);
  });

  test("racing updates of different tags all arrive", async () => {
    const { id } = await service.store();
    await Promise.all(Array.from({ length: 50 }, (_, index) => patch(id, { tag: { [`k${index}`]: "v" } })));
    const { tag } = (await (await service.prints(`/${id}`)).json()) as PrintAnswer;
    expect(Object.keys(tag).length).toBe(50);
  });
});

describe("delete and restore", () => {
  test("marks, hides, shows and brings back", async () => {
    const print = await service.store({ label: "to delete" });
    await Bun.sleep(2);
    const deleted = (await (
      await service.prints(`/${print.id}`, { method: "DELETE" })
    ).json()) as PrintAnswer;
    expect(deleted).toMatchObject({ id: print.id, deleted: true, label: "to delete" });
    expect(deleted.deletedAt).toBe(deleted.updatedAt);
    const found = async (filter: unknown) => {
      const answer = await service.prints("/search", { json: { label: "to delete", ...(filter as object) } });
      return ((await answer.json()) as { total: number }).total;
    };
    expect([await found({}), await found({ deleted: true }), await found({ deleted: "any" })]).toEqual([
      0, 1, 1,
    ]);
    expect((await patch(print.id, { label: "x" })).status).toBe(404);
    expect((await patch(print.id, {})).status).toBe(404);
    expect(await (await service.prints(`/${print.id}`)).json()).toEqual(deleted);
    const again = await service.prints(`/${print.id}`, { method: "DELETE" });
    expect([again.status, await again.json()]).toEqual([200, deleted]);
    const restored = (await (
      await service.prints(`/${print.id}/restore`, { method: "POST" })
    ).json()) as PrintAnswer;
    expect(restored).toMatchObject({ deleted: false, deletedAt: null, label: "to delete" });
    const restoredAgain = await service.prints(`/${print.id}/restore`, { method: "POST" });
    expect(await restoredAgain.json()).toEqual(restored);
    expect(await found({})).toBe(1);
  });
});

describe("addresses", () => {
  const OPERATIONS: [string, string][] = [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/restore"],
    ["GET", "/raw"],
    ["GET", "/preview"],
  ];
  const send = (method: string, path: string) =>
    service.prints(path, method === "PATCH" ? { method, json: {} } : { method });

  test.each(OPERATIONS)(
    "%s …/prints/{id}%s: 404 for one that is not, 400 for what is no id",
    async (method, suffix) => {
      const response = await send(method, `/${missing}${suffix}`);
      expect([response.status, ((await response.json()) as ErrorAnswer).code]).toEqual([404, "NOT_FOUND"]);
      for (const id of ["0", "-1", "1.5", "abc", "1e3", "99999999999999999999"]) {
        const bad = await send(method, `/${id}${suffix}`);
        expect([id, bad.status]).toEqual([id, 400]);
      }
    },
  );
});

describe("raw bytes", () => {
  const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256);
  let id = 0;
  const raw = (headers: Record<string, string> = {}) => service.prints(`/${id}/raw`, { headers });

  beforeAll(async () => {
    const response = await service.prints("", {
      body: BYTES,
      headers: { "Content-Type": "application/octet-stream" },
    });
    id = ((await response.json()) as PrintAnswer).id;
  });

  test("whole, with an ETag of their SHA-256", async () => {
    const response = await raw();
    expect(await response.bytes()).toEqual(BYTES);
    expect(response.headers.get("etag")).toBe(
      `"${new Bun.CryptoHasher("sha256").update(BYTES).digest("hex")}"`,
    );
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
  });

  const RANGES: [string, number, number][] = [
    ["bytes=0-9", 0, 10],
    ["bytes=10-", 10, 1000],
    ["bytes=-10", 990, 1000],
    ["bytes=999-5000", 999, 1000],
    ["bytes=0-0", 0, 1],
    ["bytes=-5000", 0, 1000],
  ];
  test.each(RANGES)("%s", async (range, start, end) => {
    const response = await raw({ Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(await response.bytes()).toEqual(BYTES.subarray(start, end));
  });

  test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("%s is 416", async (range) => {
    const response = await raw({ Range: range });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */1000"]);
  });

  test.each(["bytes=9-3", "bytes=-", "bytes=a-b", "lines=1-2", "bytes=0-1,5-6"])(
    "%s is answered whole",
    async (range) => {
      expect((await raw({ Range: range })).status).toBe(200);
    },
  );

  test("If-None-Match and If-Range", async () => {
    const entityTag = (await raw()).headers.get("etag") ?? "";
    for (const header of [entityTag, `W/${entityTag}`, `"x", ${entityTag}`, "*"]) {
      expect((await raw({ "If-None-Match": header })).status).toBe(304);
    }
    expect((await raw({ "If-None-Match": '"x"' })).status).toBe(200);
    expect((await raw({ "If-Range": entityTag, Range: "bytes=0-1" })).status).toBe(206);
    expect((await raw({ "If-Range": '"x"', Range: "bytes=0-1" })).status).toBe(200);
  });

  test("HEAD answers the headers alone", async () => {
    const response = await service.prints(`/${id}/raw`, { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
      200,
      "1000",
      "",
    ]);
  });
});

describe("preview", () => {
  let id = 0;
  beforeAll(async () => {
    id = (
      await service.store(
        { label: "<b>&amp;</b>", width: 32 },
        "\x1b@\x1bE\x01Total\x1bE\x00 <i>5.00</i>\n\x1dVA\x03",
      )
    ).id;
  });
  const preview = (query: string, headers: Record<string, string> = {}) =>
    service.prints(`/${id}/preview${query}`, { headers });

  test.each([
    ["?format=html", {}, "text/html; charset=utf-8"],
    ["?format=text", {}, "text/plain; charset=utf-8"],
    ["?format=svg", {}, "image/svg+xml; charset=utf-8"],
    ["", {}, "text/html; charset=utf-8"],
    ["", { Accept: "text/plain" }, "text/plain; charset=utf-8"],
    ["", { Accept: "image/svg+xml,*/*;q=0.1" }, "image/svg+xml; charset=utf-8"],
    ["", { Accept: "text/html;q=0.5, text/plain;q=0.8" }, "text/plain; charset=utf-8"],
    ["?format=text", { Accept: "text/html" }, "text/plain; charset=utf-8"],
  ])("%s %j", async (query, headers, type) => {
    const response = await preview(query, headers as Record<string, string>);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect(await response.text()).toContain("Total");
  });

  test.each([
    ["?format=png", {}, "image/png", "\x89PNG\r\n\x1a\n"],
    ["", { Accept: "image/png" }, "image/png", "\x89PNG\r\n\x1a\n"],
    ["?format=pdf", {}, "application/pdf", "%PDF-1.7\n"],
    ["", { Accept: "application/pdf" }, "application/pdf", "%PDF-1.7\n"],
  ])("%s %j gives the bytes of a file", async (query, headers, type, start) => {
    const response = await preview(query, headers as Record<string, string>);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.toString("latin1", 0, start.length)).toBe(start);
  });

  test("is read in another charset if asked", async () => {
    const print = await service.store({ width: 32 }, "\xc4\xe3\xba\xc3\n");
    const text = async (charset: string) =>
      (await service.prints(`/${print.id}/preview?format=text&charset=${charset}`)).text();
    expect(await text("china")).toBe("你好\n");
    expect(await text("western")).toBe("─π║├\n");
  });

  test("nothing of a print reaches HTML unescaped", async () => {
    const html = await (await preview("?format=html")).text();
    expect(html).not.toContain("<b>");
    expect(html).not.toContain("<i>");
    expect(html).toContain("&lt;i&gt;");
    expect((await preview("?format=html")).headers.get("content-security-policy")).toContain(
      "default-src 'none'",
    );
  });

  test("is drawn at the print's width, or at another", async () => {
    const widthOf = async (query: string) =>
      /viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(await (await preview(query)).text())?.[1];
    const [own, same, wide] = [
      await widthOf("?format=svg"),
      await widthOf("?format=svg&width=32"),
      await widthOf("?format=svg&width=80"),
    ];
    expect(own).toBe(same as string);
    expect(Number(wide)).toBeGreaterThan(Number(own));
  });

  test.each([
    ["png", "image/png", [0x89, 0x50, 0x4e, 0x47]],
    ["pdf", "application/pdf", [0x25, 0x50, 0x44, 0x46]],
  ])("%s", async (format, type, signature) => {
    const response = await preview(`?format=${format}`);
    expect(response.headers.get("content-type")).toBe(type);
    expect(Array.from((await response.bytes()).subarray(0, 4))).toEqual(signature);
  });

  test("explained: each command with what it did, and which piece of the drawing it made", async () => {
    const response = await preview("?format=explain");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { commands } = (await response.json()) as { commands: { offset: number }[] };
    expect(commands[0]).toMatchObject({ offset: 0, sentence: expect.any(String) });
    expect(await (await preview("?format=svg&origins=true")).text()).toMatch(
      /<g data-from="\d+" data-to="\d+">/,
    );
    expect(await (await preview("?format=svg")).text()).not.toContain("data-from");
  });

  test("characters and maker: the workspace's, unless the request says otherwise", async () => {
    const raw = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);
    const response = await service.prints("", { method: "POST", body: raw });
    const { id: chinese } = (await response.json()) as PrintAnswer;
    const text = async (query: string) =>
      (await (await service.prints(`/${chinese}/preview?format=text${query}`)).text()).trim();
    expect(await text("&charset=china")).toBe("你好");
    expect(await text("&charset=western")).toBe("─π║├");
    const settings = ["--charset", "western", "--profile", "epson", "--data", service.folder];
    expect((await run(["workspace", "update", "default", ...settings])).exitCode).toBe(0);
    expect(await text("")).toBe("─π║├");
    expect(await text("&charset=china")).toBe("你好");
  });

  test.each([
    "?origins=1",
    "?profile=",
    "?format=pdfx",
    "?width=23",
    "?width=81",
    "?width=x",
    "?width=",
    "?charset=klingon",
  ])("%s is 400", async (query) => {
    expect((await preview(query)).status).toBe(400);
  });

  test("has an ETag that changes with what is shown", async () => {
    const tag = async (query: string) => (await preview(query)).headers.get("etag") ?? "";
    const tags = [await tag("?format=html"), await tag("?format=text"), await tag("?format=html&width=40")];
    expect(new Set(tags).size).toBe(3);
    expect((await preview("?format=html", { "If-None-Match": tags[0] ?? "" })).status).toBe(304);
  });
});
