import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

const home = temporaryFolder();
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("pages by HTTPS print in a Chromium that trusts the authority, and the dashboard is a secure page", async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "trusting-browser.ts")], {
    env: { ...process.env, HOME: home },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [told, faults] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ exitCode: await child.exited, faults }).toEqual({ exitCode: 0, faults: "" });
  const attempts = told.split("\n").filter((line) => line.startsWith("["));
  expect(attempts.map((line) => JSON.parse(line) as unknown)).toEqual([
    ["the page is a secure one", "true"],
    ["Odoo, as a form", "printed"],
    ["Odoo, as plain text", "printed"],
    ["Epson's SDK, by the address", "printed"],
    ["Epson's SDK, by a name", "printed"],
    ["the port of everything", "printed"],
    ["HTTP, from a page by HTTPS", "TypeError: Failed to fetch"],
    ["a service that is not trusted", "TypeError: Failed to fetch"],
    ["the dashboard", "https:/true"],
    ["its session", "200"],
    ["its cookie, for scripts", ""],
  ]);
}, 120_000);
