import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { styleOf } from "../../src/render/preview-format.ts";
import { Service } from "../service.ts";

let service: Service;
let cookie: string;

beforeAll(async () => {
  service = await Service.start();
  const link = /http:\S+sign-in\S+/.exec(service.greeting)?.[0] ?? (await service.signInLink());
  const signedIn = await fetch(link, { redirect: "manual" });
  cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
});
afterAll(() => service.end());

function get(path: string, headers: Record<string, string> = { Cookie: cookie }): Promise<Response> {
  return service.fetch(path, { token: null, headers });
}

const STYLE = "/assets/font-styles/Tillroll-12x24.css";

describe("fonts of the dashboard", () => {
  test("a style sheet is asked for again only when it has changed", async () => {
    const response = await get(STYLE);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const entityTag = response.headers.get("etag") ?? "";
    const again = await get(STYLE, { Cookie: cookie, "If-None-Match": entityTag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("the files it names are kept for good, and each is a font", async () => {
    const style = await (await get(STYLE)).text();
    const files = [...style.matchAll(/url\(([^)]+)\)/g)].map(([, path = ""]) => path);
    for (const name of ["400-00", "700-00", "400-ff"]) {
      const path = files.find((file) => file.endsWith(`${name}.woff`)) ?? "";
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toBe("font/woff");
      expect(response.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
      expect(Buffer.from(await response.bytes()).toString("latin1", 0, 4)).toBe("wOFF");
    }
  });

  test.each([
    ["/assets/font-styles/Arial.css"],
    ["/assets/fonts/0000000000000000/Tillroll-12x24-400-00.woff"],
    ["/assets/fonts/x/y"],
  ])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test("are made only for those who are signed in", async () => {
    expect((await get(STYLE, {})).status).toBe(401);
    expect((await get("/assets/fonts/x/y", {})).status).toBe(401);
  });
});

describe("the page of a print", () => {
  const preview = async (headers: Record<string, string> = {}) => {
    const response = await service.prints("/1/preview?format=html", { headers });
    return { response, html: await response.text(), policy: response.headers.get("content-security-policy") };
  };

  beforeAll(async () => {
    await service.prints("/test", { method: "POST" });
  });

  test("may have the fonts within it, and no style but its own", async () => {
    const { html, policy } = await preview();
    expect(html).toContain("@font-face{font-family:Tillroll-12x24;");
    const hash = createHash("sha256").update(styleOf(html)).digest("base64");
    expect(policy).toStartWith(
      `style-src 'sha256-${hash}'; default-src 'none'; img-src data:; font-src data:;`,
    );
    expect(policy).toEndWith("sandbox");
  });

  test("keeps its policy when it has not changed", async () => {
    const { response } = await preview();
    const again = await preview({ "If-None-Match": response.headers.get("etag") ?? "" });
    expect([again.response.status, again.policy]).toEqual([304, null]);
    expect(again.response.headers.get("etag")).toBe(response.headers.get("etag"));
  });
});
