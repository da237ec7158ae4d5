import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { PageAnswer } from "../../src/contract/search.ts";
import { fileInZip } from "../../src/update/zip-file.ts";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import { announceService } from "../../src/platform/running-service.ts";
import { binary } from "../binary.ts";
import { type ErrorAnswer, type PrintAnswer, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { tableOf } from "./parse-csv.ts";

let service: Service;
let stored: PrintAnswer[];
const folder = temporaryFolder();

const PRINTS = [
  { label: "=HYPERLINK(1)", deviceId: "till-1", tag: { orderId: "1", total: "-4.50" } },
  { label: "Order 2", deviceId: "till-2", tag: { orderId: "2", "@note": "+1 'extra'" } },
  { label: 'quote", comma', deviceId: "till-1", quantity: 3, tag: { orderId: "3" } },
  { deviceId: "till-2" },
];

beforeAll(async () => {
  service = await Service.start();
  stored = [];
  for (const [index, print] of PRINTS.entries())
    stored.push(await service.store(print, `Receipt ${index}\n`));
  // Their text is searched a moment later.
  await until(async () => {
    const { total } = (await (
      await service.prints("/search", { json: { text: "receipt" } })
    ).json()) as PageAnswer;
    return total === PRINTS.length;
  });
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true });
});

const asked = (json: object) => service.prints("/export", { json });

async function text(json: object): Promise<string> {
  const response = await asked(json);
  expect(response.status).toBe(200);
  return response.text();
}

describe("CSV", () => {
  test("has a record for each print, in the order of the search, with texts that run nowhere", async () => {
    const response = await asked({ format: "csv", orderBy: "id.asc" });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("x-tillroll-total")).toBe("4");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="default-\d{4}-\d\d-\d\dT\d{6}Z\.csv"$/,
    );
    const rows = tableOf(await response.text());
    expect(rows).toMatchObject([
      { label: "'=HYPERLINK(1)", "tag.orderId": "1", "tag.total": "-4.50", state: "ok" },
      { label: "Order 2", "tag.orderId": "2", "tag.@note": "'+1 'extra'" },
      { label: 'quote", comma', "tag.orderId": "3", "tag.total": "", quantity: "3", otherTags: "" },
      { label: "", "tag.orderId": "" },
    ]);
    const [first] = stored;
    expect(rows[0]).toMatchObject({ createdAt: first?.createdAt, printKey: first?.printKey, deletedAt: "" });
  });

  test("has tags as JSON and a byte order mark where they are wished for", async () => {
    const csv = await (await asked({ format: "csv", tags: "json", bom: true, deviceId: "till-2" })).bytes();
    expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = tableOf(Buffer.from(csv).toString());
    expect(rows.map(({ tag }) => tag)).toEqual(["{}", JSON.stringify(PRINTS[1]?.tag)]);
  });
});

test("a line of JSON is the API's Print, with what is known of the bytes", async () => {
  const lines = (await text({ format: "jsonl", orderBy: "id.asc" })).trimEnd().split("\n");
  const own = await Promise.all(
    stored.map(async (print, index) => {
      const bytes = `Receipt ${index}\n`;
      const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      const known = (await (await service.prints(`/${print.id}`)).json()) as object;
      return { ...known, byteLength: bytes.length, sha256, state: "ok" };
    }),
  );
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(own);
});

describe.each([
  ["zip-raw", "/raw", ".bin"],
  ["zip-png", "/preview?format=png", ".png"],
  ["zip-pdf", "/preview?format=pdf", ".pdf"],
])("%s", (format, path, extension) => {
  test("has for each print what the API answers", async () => {
    const archive = await (await asked({ format, deviceId: "till-1" })).bytes();
    const read = (file: string) => Buffer.from(fileInZip(archive, (name) => name === file, 1e7) ?? []);
    const rows = tableOf(read("index.csv").toString());
    expect(rows.map(({ id }) => id)).toEqual(["3", "1"]);
    for (const { id, file = "" } of rows) {
      expect(file).toEndWith(extension);
      expect(read(file).equals(Buffer.from(await (await service.prints(`/${id}${path}`)).bytes()))).toBe(
        true,
      );
    }
    expect(read("README.txt").toString()).toContain('{"deviceId":"till-1"}');
  });
});

describe("what is refused", () => {
  test.each<[object, string]>([
    [{}, "format"],
    [{ format: "xlsx" }, "format"],
    [{ format: "csv", ids: [1], label: "x" }, "label"],
    [{ format: "csv", ids: [1], orderBy: "id.asc" }, "orderBy"],
    [{ format: "csv", ids: [0] }, "ids.0"],
    [{ format: "csv", devise: "till-1" }, "devise"],
  ])("%j", async (body, path) => {
    const response = await asked(body);
    const { data } = (await response.json()) as ErrorAnswer;
    expect([response.status, data.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  test("another workspace's prints", async () => {
    expect(
      (await service.fetch("/api/workspace/other/prints/export", { json: { format: "csv" } })).status,
    ).toBe(404);
  });
});

test("who exported what, and how many, is in the audit log", async () => {
  await text({ format: "jsonl", deviceId: "till-2" });
  const words = ["token", "create", "--scopes", "admin", "--data", service.folder];
  const token = (await run(words)).stdout.trim();
  const response = await service.fetch("/api/audit?limit=1&act=print.exported", { token });
  const { items } = (await response.json()) as { items: AuditEntryAnswer[] };
  expect(items).toMatchObject([
    {
      act: "print.exported",
      subject: "default",
      actor: { kind: "token" },
      details: { format: "jsonl", prints: 2, wanted: '{"deviceId":"till-2"}' },
    },
  ]);
});

describe("tillroll export", () => {
  const command = (...words: string[]) => run(["export", "--data", service.folder, ...words]);

  test("writes a file that only its owner reads, and leaves nothing else", async () => {
    const out = join(folder, "till.csv");
    const words = ["--search", "device:till-1 receipt tag:orderId>2", "--out", out];
    const { exitCode, stdout, stderr } = await command(...words);
    expect([exitCode, stdout, stderr]).toEqual([0, `1 prints are in ${out}.\n`, ""]);
    expect(tableOf(await Bun.file(out).text())).toMatchObject([{ id: "3" }]);
    if (process.platform !== "win32") expect((await Bun.file(out).stat()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["till.csv"]);
  });

  test("writes to standard output", async () => {
    const { stdout } = await command("--format", "jsonl", "--id", "2", "--id", "1", "--out", "-");
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as PrintAnswer).id),
    ).toEqual([2, 1]);
  });

  test.each([
    [
      ["--out", "x.csv", "--search", "device:"],
      2,
      "--search: Write what you look for after device:, such as device:till-2",
    ],
    [["--format", "csv"], 2, "Say where to with --out FILE"],
    [["--out", "-", "--from", "yesterday"], 1, "from: "],
    [["--out", "-", "--workspace", "other"], 1, "no such workspace"],
    [["--out", join(folder, "no", "folder.csv")], 1, "cannot be written"],
  ])("%j is refused", async (words, code, sentence) => {
    const { exitCode, stdout, stderr } = await command(...words);
    expect([exitCode, stdout]).toEqual([code, ""]);
    expect(stderr).toContain(sentence);
  });

  describe("leaves nothing behind", () => {
    /** A service that answers with the beginning of an export, and then what is given happens. */
    function halfService(then: (server: Bun.Server<undefined>) => unknown) {
      const half = temporaryFolder();
      let hasBegun = false;
      const server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: ({ method }) =>
          method === "GET"
            ? Response.json({})
            : new Response(
                new ReadableStream<Uint8Array>({
                  async pull(controller) {
                    if (hasBegun) return;
                    hasBegun = true;
                    controller.enqueue(Buffer.from("id,state\r\n1,ok\r\n"));
                    await until(() => existsSync(join(half, "out.csv.part")), "the file is begun");
                    await then(server);
                  },
                }),
                { headers: { "X-Tillroll-Total": "9" } },
              ),
      });
      announceService(half, { address: server.url.origin, processId: process.pid, localToken: "at_local" });
      const words = [binary(), "export", "--data", half, "--out", join(half, "out.csv")];
      const child = Bun.spawn(words, { stdout: "pipe", stderr: "pipe", env: {} });
      return {
        child,
        async left() {
          await child.exited;
          await server.stop(true);
          const names = readdirSync(half);
          rmSync(half, { recursive: true });
          return [child.exitCode, names];
        },
      };
    }

    test("of an export that breaks off", async () => {
      const { left } = halfService((server) => server.stop(true));
      expect(await left()).toEqual([1, ["service.json"]]);
    });

    test("when it is cancelled", async () => {
      const { child, left } = halfService(() => child.kill("SIGINT"));
      expect(await left()).toEqual([130, ["service.json"]]);
    });
  });
});
