import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { type App, startApp } from "../../src/app.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { recognisedSummary } from "../../src/recognition/summary.ts";
import { PREVIEW_FORMATS } from "../../src/render/preview-format.ts";
import { bytes } from "../escpos/bytes.ts";
import { pictureReceipt } from "../recognition/picture-receipt.ts";
import { openLiveDatabase } from "../live-database.ts";

/* Previews of a whole service: with what was recognised they are others than before, and clients that keep one are told. */

const RECEIPT = pictureReceipt(bytes("Order 1001\n", `${"TOTAL".padEnd(44)}8.20\n`));

/** The forms in which what was recognised stands as it is; that of a PDF is packed. */
const SHOWING = new Set<string>(["html", "svg", "text", "json", "explain"]);

const folder = mkdtempSync(join(tmpdir(), "tillroll-recognised-"));

let app: App;
let token: string;
let id: number;
/** The entity tag of each form before anything was recognised. */
const before = new Map<string, string>();

beforeAll(async () => {
  // What a Worker reads, and when, is tested elsewhere: here it is written in its place.
  app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0, recognition: false });
  token = app.firstToken ?? "";
  const raw = Buffer.from(RECEIPT.raw).toString("base64");
  const stored = await ask("json", { method: "POST", body: JSON.stringify({ raw }) });
  ({ id } = (await stored.json()) as { id: number });
  for (const format of PREVIEW_FORMATS) before.set(format, (await show(format)).headers.get("etag") ?? "");
  noteRecognised();
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, options: RequestInit = {}) =>
  fetch(`${app.address}/api/workspace/default/prints/${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...options.headers },
  });

const show = (format: string, headers: Record<string, string> = {}) =>
  ask(`${id}/preview?format=${format}`, { headers });

function noteRecognised(): void {
  using database = openLiveDatabase(databasePath(folder));
  const { recognition } = RECEIPT;
  const summary = recognisedSummary(recognition, { languages: ["eng"], at: Date.UTC(2026, 0, 31) });
  database
    .query("INSERT INTO print_recognition (print_id, content, lines) VALUES (?, ?, '')")
    .run(id, Bun.zstdCompressSync(JSON.stringify(recognition)));
  database.query("UPDATE print SET recognised = ? WHERE id = ?").run(summary, id);
  renewChecksums(database);
}

test("the print says how much was recognised, and how surely", async () => {
  expect(await (await ask(String(id))).json()).toMatchObject({
    recognised: { pictures: 1, words: 4, codes: 0, confidence: 91, languages: ["eng"], notes: [] },
  });
});

test.each(PREVIEW_FORMATS)("%s that a client has from before is no longer right", async (format) => {
  const answer = await show(format, { "If-None-Match": before.get(format) ?? "" });
  expect(answer.status).toBe(200);
  const drawn = await answer.text();
  if (SHOWING.has(format)) expect(drawn).toContain("1001");
  const again = await show(format, { "If-None-Match": answer.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});

test("the page's policy allows nothing more, and its text is there", async () => {
  const answer = await show("html");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).toContain('class="recognised"');
});
