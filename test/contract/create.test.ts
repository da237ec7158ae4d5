import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, type PrintAnswer, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const HELLO = "aGVsbG8K";
const key = (length: number) => "k".repeat(length);
const manyTags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

async function issuesOf(response: Response): Promise<string[]> {
  const error = (await response.json()) as ErrorAnswer;
  expect(error.code).toBe("BAD_REQUEST");
  expect(error.message.length).toBeGreaterThan(10);
  return (error.data.issues ?? []).map(({ path }) => path);
}

describe("create from JSON", () => {
  test("answers 201 with Location and all fifteen fields, and nothing else", async () => {
    const response = await service.prints("/json", { json: { raw: HELLO } });
    expect(response.status).toBe(201);
    const print = (await response.json()) as PrintAnswer;
    expect(response.headers.get("location")).toBe(`/api/workspace/default/prints/${print.id}`);
    expect(Object.keys(print).toSorted()).toEqual([
      "createdAt",
      "deleted",
      "deletedAt",
      "deviceId",
      "id",
      "label",
      "printKey",
      "quantity",
      "recognised",
      "tag",
      "testPrint",
      "updatedAt",
      "userId",
      "width",
      "workspaceId",
    ]);
    expect(print).toMatchObject({ deviceId: null, label: null, tag: {}, quantity: null, width: 48 });
    expect(print).toMatchObject({
      testPrint: false,
      recognised: null,
      deleted: false,
      deletedAt: null,
      workspaceId: 1,
      userId: 1,
    });
    expect(print.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(print.updatedAt).toBe(print.createdAt);
    expect(print.printKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  const ACCEPTED: [string, Record<string, unknown>, Partial<PrintAnswer>][] = [
    [
      "label and deviceId",
      { label: "Order 1", deviceId: "till-2" },
      { label: "Order 1", deviceId: "till-2" },
    ],
    ["empty strings", { label: "", deviceId: "" }, { label: "", deviceId: "" }],
    ["200 emoji are 200 characters", { label: "😀".repeat(200) }, { label: "😀".repeat(200) }],
    ["a lone surrogate becomes U+FFFD", { label: "a\ud800b" }, { label: "a\ufffdb" }],
    ["printKey of 200", { printKey: key(200) }, { printKey: key(200) }],
    ["quantity 0", { quantity: 0 }, { quantity: 0 }],
    ["widths 24 and 80", { width: 24 }, { width: 24 }],
    ["width 80", { width: 80 }, { width: 80 }],
    [
      "null counts as not given",
      { label: null, tag: null, quantity: null, width: null },
      { label: null, tag: {} },
    ],
    ["unknown fields are ignored", { colour: "red", id: 7, deleted: true }, { deleted: false }],
    [
      "tags of every kind",
      { tag: { a: "", "😀": "日本", "a.b": '"', $: "\\" } },
      { tag: { a: "", "😀": "日本", "a.b": '"', $: "\\" } },
    ],
    ["100 tags", { tag: manyTags(100) }, { tag: manyTags(100) }],
    [
      "longest tag",
      { tag: { ["😀".repeat(100)]: "é".repeat(100) } },
      { tag: { ["😀".repeat(100)]: "é".repeat(100) } },
    ],
    ["testPrint cannot be claimed", { testPrint: true }, { testPrint: false }],
  ];
  test.each(ACCEPTED)("takes %s", async (_name, given, expected) => {
    expect(await service.store(given)).toMatchObject(expected);
  });

  test("a tag named __proto__ or constructor is a tag like any other", async () => {
    const body = `{"raw":"${HELLO}","tag":{"__proto__":"p","constructor":"c","toString":"t"}}`;
    const response = await service.prints("/json", { body, headers: { "Content-Type": "application/json" } });
    const text = await response.text();
    expect(text).toContain('"__proto__":"p"');
    expect(text).toContain('"constructor":"c"');
  });

  const REFUSED: [string, unknown, string[]][] = [
    ["no raw", {}, ["raw"]],
    ["raw not a string", { raw: 5 }, ["raw"]],
    ["raw null", { raw: null }, ["raw"]],
    ["bad base64", { raw: "a!" }, ["raw"]],
    ["base64 with a space", { raw: "aGVs bG8K" }, ["raw"]],
    ["mixed alphabets", { raw: "+_8=" }, ["raw"]],
    ["an empty print", { raw: "" }, ["raw"]],
    ["label too long", { raw: HELLO, label: key(201) }, ["label"]],
    ["201 emoji", { raw: HELLO, label: "😀".repeat(201) }, ["label"]],
    ["label not a string", { raw: HELLO, label: 7 }, ["label"]],
    ["deviceId too long", { raw: HELLO, deviceId: key(201) }, ["deviceId"]],
    ["printKey empty", { raw: HELLO, printKey: "" }, ["printKey"]],
    ["printKey too long", { raw: HELLO, printKey: key(201) }, ["printKey"]],
    ["width 23", { raw: HELLO, width: 23 }, ["width"]],
    ["width 81", { raw: HELLO, width: 81 }, ["width"]],
    ["width 48.5", { raw: HELLO, width: 48.5 }, ["width"]],
    ["width as a string", { raw: HELLO, width: "48" }, ["width"]],
    ["quantity -1", { raw: HELLO, quantity: -1 }, ["quantity"]],
    ["quantity 1.5", { raw: HELLO, quantity: 1.5 }, ["quantity"]],
    ["tag an array", { raw: HELLO, tag: [] }, ["tag"]],
    ["tag a string", { raw: HELLO, tag: "a=b" }, ["tag"]],
    ["tag value a number", { raw: HELLO, tag: { a: 1 } }, ["tag.a"]],
    ["tag value null", { raw: HELLO, tag: { a: null } }, ["tag.a"]],
    ["empty tag key", { raw: HELLO, tag: { "": "v" } }, ["tag."]],
    ["tag key of 101", { raw: HELLO, tag: { [key(101)]: "v" } }, [`tag.${key(100)}`]],
    ["tag value of 101", { raw: HELLO, tag: { a: key(101) } }, ["tag.a"]],
    ["101 tags", { raw: HELLO, tag: manyTags(101) }, ["tag"]],
    ["all faults at once", { raw: 1, label: 2, width: 3, tag: { a: 4 } }, ["raw", "label", "width", "tag.a"]],
    ["an array", [], [""]],
    ["null", null, [""]],
    ["a string", "raw", [""]],
  ];
  test.each(REFUSED)("refuses %s", async (_name, json, paths) => {
    const response = await service.prints("/json", { json });
    expect(response.status).toBe(400);
    expect(await issuesOf(response)).toEqual(paths);
  });

  test.each(["", "{", "{'a':1}", "nonsense", '{"raw":"\xff"}'])(
    "refuses the body %j as JSON",
    async (text) => {
      const body = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const response = await service.prints("/json", { body, method: "POST" });
      expect(response.status).toBe(400);
      expect(await issuesOf(response)).toEqual([""]);
    },
  );

  test("base64 in every form gives the same bytes", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const standard = bytes.toBase64();
    const forms = [
      standard,
      standard.replace(/=+$/, ""),
      bytes.toBase64({ alphabet: "base64url" }),
      bytes.toBase64({ alphabet: "base64url", omitPadding: true }),
      standard.replace(/.{64}/g, "$&\r\n"),
      standard.replace(/.{76}/g, "$&\n"),
    ];
    for (const raw of forms) {
      const response = await service.prints("/json", { json: { raw } });
      const { id } = (await response.json()) as PrintAnswer;
      expect(await (await service.prints(`/${id}/raw`)).bytes()).toEqual(bytes);
    }
  });
});

describe("create from bytes", () => {
  const send = (
    query: string,
    body: BodyInit = "hello\n",
    type: string | null = "application/octet-stream",
  ) =>
    service.prints(query, { method: "POST", body, headers: type === null ? {} : { "Content-Type": type } });

  test("takes the body byte for byte", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(50_000));
    const response = await send("", bytes);
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as PrintAnswer;
    expect(response.headers.get("location")).toBe(`/api/workspace/default/prints/${id}`);
    expect(await (await service.prints(`/${id}/raw`)).bytes()).toEqual(bytes);
  });

  const ACCEPTED: [string, string, Partial<PrintAnswer>][] = [
    ["no parameters", "", { label: null, tag: {} }],
    [
      "all of them",
      "?label=A%20b&deviceId=t&width=32&quantity=3&printKey=k",
      { label: "A b", width: 32, quantity: 3, printKey: "k" },
    ],
    ["a tag", "?tag=order%3D12", { tag: { order: "12" } }],
    ["several tags", "?tag=a%3D1&tag=b%3D2", { tag: { a: "1", b: "2" } }],
    ["an unescaped =", "?tag=a=1", { tag: { a: "1" } }],
    ["= in the value", "?tag=a%3Db%3Dc", { tag: { a: "b=c" } }],
    ["commas", "?tag=a%3D1%2C2&tag=b%3D3,4", { tag: { a: "1,2", b: "3,4" } }],
    ["a plus", "?tag=a%3D1%2B1", { tag: { a: "1+1" } }],
    ["an empty value", "?tag=a%3D", { tag: { a: "" } }],
    ["the last of a repeated key", "?tag=a%3D1&tag=a%3D2", { tag: { a: "2" } }],
    ["unicode", "?tag=%F0%9F%98%80%3D%E6%97%A5&label=%C3%A9", { tag: { "😀": "日" }, label: "é" }],
    ["__proto__", "?tag=constructor%3D1", { tag: { constructor: "1" } as unknown as Record<string, string> }],
    ["unknown parameters", "?colour=red&testPrint=true", { testPrint: false }],
    ["the last of a repeated parameter", "?label=a&label=b", { label: "b" }],
  ];
  test.each(ACCEPTED)("takes %s", async (_name, query, expected) => {
    const response = await send(query);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject(expected as object);
  });

  const REFUSED: [string, string, string[]][] = [
    ["a tag without =", "?tag=novalue", ["tag"]],
    ["an empty key", "?tag=%3Dv", ["tag."]],
    ["width 23", "?width=23", ["width"]],
    ["width abc", "?width=abc", ["width"]],
    ["width empty", "?width=", ["width"]],
    ["width 4e1", "?width=4e1", ["width"]],
    ["quantity -1", "?quantity=-1", ["quantity"]],
    ["a long label", `?label=${key(201)}`, ["label"]],
    ["an empty printKey", "?printKey=", ["printKey"]],
    ["101 tags", `?${Array.from({ length: 101 }, (_, index) => `tag=k${index}%3Dv`).join("&")}`, ["tag"]],
  ];
  test.each(REFUSED)("refuses %s", async (_name, query, paths) => {
    const response = await send(query);
    expect(response.status).toBe(400);
    expect(await issuesOf(response)).toEqual(paths);
  });

  test("an empty body is refused", async () => {
    const response = await send("", "");
    expect(response.status).toBe(400);
    expect(await issuesOf(response)).toEqual(["raw"]);
  });

  test("no content type is fine", async () => {
    expect((await send("", new Uint8Array([1, 2]), null)).status).toBe(201);
  });

  test.each(["application/json", "text/plain", "application/x-www-form-urlencoded"])(
    "%s is another operation's",
    async (type) => {
      const response = await send("", "x", type);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
    },
  );

  test("a compressed body is refused, not stored as it is", async () => {
    const headers = { "Content-Type": "application/octet-stream", "Content-Encoding": "gzip" };
    const response = await service.prints("", { method: "POST", body: Bun.gzipSync("hello"), headers });
    expect(response.status).toBe(415);
  });
});

test("the test print is marked as one", async () => {
  const response = await service.prints("/test", { method: "POST" });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ testPrint: true, label: "Test print" });
});

test("200 concurrent creates give 200 ascending ids, with times that never decrease", async () => {
  const prints = await Promise.all(
    Array.from({ length: 200 }, (_, index) => service.store({ quantity: index })),
  );
  expect(new Set(prints.map(({ id }) => id)).size).toBe(200);
  const ordered = prints.toSorted((left, right) => left.id - right.id);
  const times = ordered.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  const response = await service.prints("/search", { json: { orderBy: "id.desc", pageSize: 200 } });
  const { items } = (await response.json()) as { items: PrintAnswer[] };
  expect(items.toReversed()).toEqual(ordered);
});
