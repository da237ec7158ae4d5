import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PAGES } from "../../src/guide/pages.ts";
import { pathOfPage } from "../../src/guide/links.ts";
import { Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.fetch(path, { token: null, headers });
}

describe.each(PAGES.map(({ name }) => [pathOfPage(name)]))("%s", (path) => {
  test("is there for everybody, without scripts, and says which page it is", async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self'");
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    expect(html).toMatch(/<title>.+ · Tillroll guide<\/title>/);
    expect(html).toContain(`<a href="${path}" aria-current="page">`);
    expect(html).not.toMatch(/<script| style=| on[a-z]+=/);
  });
});

test("all that the pages link to and show is there", async () => {
  const found = new Set<string>();
  for (const { name } of PAGES) {
    const html = await (await get(pathOfPage(name))).text();
    for (const [, target = ""] of html.matchAll(/ (?:href|src)="(\/[^"#]*)/g)) found.add(target);
  }
  expect(found.size).toBeGreaterThan(PAGES.length);
  for (const path of found) {
    // The dashboard leads to signing in.
    const expected = path === "/" ? 303 : 200;
    expect([path, (await get(path)).status]).toEqual([path, expected]);
  }
});

test.each(["/guide", "/guide/api", "/guide/guide.css", "/guide/pictures/dashboard.png"])(
  "%s is asked for again only when it has changed, and HEAD has its headers alone",
  async (path) => {
    const response = await get(path);
    const entityTag = response.headers.get("etag") ?? "";
    expect(entityTag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const again = await get(path, { "If-None-Match": entityTag });
    expect([again.status, await again.text()]).toEqual([304, ""]);

    const head = await service.fetch(path, { token: null, method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("etag")).toBe(entityTag);
    expect(head.headers.get("content-type")).toBe(response.headers.get("content-type"));
  },
);

test("a picture is a PNG of at most 150 kB", async () => {
  const response = await get("/guide/pictures/dashboard.png");
  expect(response.headers.get("content-type")).toBe("image/png");
  const bytes = await response.bytes();
  expect([...bytes.subarray(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
  expect(bytes.length).toBeLessThanOrEqual(150_000);
});

test.each(["/guide/nothing", "/guide/README.md", "/guide/pictures/nothing.png", "/guide/%2e%2e%2fmain.ts"])(
  "%s is no page: the guide says so, with its contents",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain("<h1>No such page</h1>");
    expect(html).toContain(`<a href="/guide/printers">`);
    expect(html).not.toContain("aria-current");
  },
);

test("a Host that is not this machine is refused here as well", async () => {
  expect((await get("/guide", { Host: "evil.example" })).status).toBe(421);
});

test("other methods are not possible", async () => {
  const response = await service.fetch("/guide/api", { token: null, method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
});
