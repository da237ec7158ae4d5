import { describe, expect, test } from "bun:test";
import { CompressedFile, encodingFor, replyFile } from "../../src/http/compressed-file.ts";

test.each([
  [null, null],
  ["", null],
  ["br", null],
  ["gzip, deflate", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["ZSTD;q=0, gzip;q=0.5", "gzip"],
  ["gzip; q=0.000", null],
] as const)("Accept-Encoding %j takes %j", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});

describe("a file", () => {
  const text = "const receipt = 'Flat White';\n".repeat(200);
  const file = new CompressedFile(text);
  const ask = (headers: Record<string, string>) =>
    replyFile(new Request("http://shop/assets/a.js", { headers }), file, "text/javascript");

  test.each(["zstd", "gzip"] as const)("is sent as %s, smaller, and kept for good", async (encoding) => {
    const answer = ask({ "Accept-Encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    const bytes = await answer.bytes();
    expect(bytes.length).toBeLessThan(text.length / 10);
    const plain = encoding === "zstd" ? Bun.zstdDecompressSync(bytes) : Bun.gunzipSync(bytes);
    expect(new TextDecoder().decode(plain)).toBe(text);
  });

  test("is sent as it is to who takes nothing else", async () => {
    const answer = ask({});
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(text);
  });

  test("is not sent again to who has it", () => {
    const { headers } = ask({ "Accept-Encoding": "gzip" });
    const again = { "Accept-Encoding": "gzip", "If-None-Match": headers.get("etag") ?? "" };
    expect(ask(again).status).toBe(304);
    expect(ask({ ...again, "Accept-Encoding": "zstd" }).status).toBe(200);
  });
});
