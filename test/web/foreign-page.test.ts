import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { binary, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = join(import.meta.dir, "..", "..", "scripts", "faults.ts");

/** What must be tried, each with what may come of it. */
const ATTEMPTS = [
  ["a foreign page, as Epson's SDK does", "nothing came through"],
  ["a foreign page, as plain text", "nothing came through"],
  ["a foreign page, as a form's fields", "nothing came through"],
  ["a foreign page, by a beacon", "nothing came through"],
  ["a foreign page, from a sandbox", "nothing came through"],
  ["a foreign page, to the raw port", "nothing came through"],
  ["a foreign page, to the raw port, with a long address", "nothing came through"],
  ["a foreign page, to the raw port, by WebRTC", "nothing came through"],
  ["a foreign page, by a form", "nothing came through"],
  ["a foreign page, in the name of the owner's session", "nothing came through"],
  ["a name that leads here, the API", "nothing came through"],
  ["a name that leads here, the dashboard", "nothing came through"],
  ["a name that leads here, ePOS", "nothing came through"],
  ["a name that leads here, IPP", "nothing came through"],
  ["a name that leads here, the raw port, by PROPFIND", "nothing came through"],
  ["a name that leads here, the raw port, by print", "nothing came through"],
  ["a name that leads here, the raw port, by XXXXXXXX", "nothing came through"],
  ["a page that is listed", "opened the drawer"],
  ["another page than the one that is listed", "nothing came through"],
  ["the first page that prints on a new printer", "opened the drawer"],
  ["the second page that prints on a new printer", "nothing came through"],
  ["a listed page whose user said no", "nothing came through"],
  ["a listed page that is not secure, whom the browser does not let ask", "nothing came through"],
  ["a page that is not listed, by a form, which the browser does not ask about", "nothing came through"],
  ["a listed page whose user said yes", "opened the drawer"],
  ["a page that is not listed, whose user said yes", "nothing came through"],
];

// In a process of its own: Bun starts one browser for each, and this one is told that its pages are on the internet.
test("web pages in Chromium open the drawer only where the printer lists them", async () => {
  const child = Bun.spawn([process.execPath, SCRIPT, "foreign-page", "--binary", binary()], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, faults, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ exitCode, faults }).toEqual({ exitCode: 0, faults: "" });
  const tried = said.split("\n").filter((line) => line.startsWith("  "));
  expect(tried.map((line) => line.trim().split(": "))).toEqual(ATTEMPTS);
}, 120_000);
