import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserWords } from "../../src/platform/open-browser.ts";
import { binary } from "../binary.ts";
import { NO_PRINTER_PORTS, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/* A start by hand opens the dashboard in the browser. */

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe("what opens a page", () => {
  test.each([
    ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler"]],
    ["darwin", {}, ["open"]],
    ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
    ["linux", {}, null],
    ["linux", { DISPLAY: "" }, null],
    ["linux", { DISPLAY: "localhost:10.0", SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" }, null],
    ["darwin", { SSH_TTY: "/dev/ttys001" }, null],
  ] as const)("%s, %j", (system, environment, words) => {
    expect(browserWords(system, environment)).toEqual(words as string[] | null);
  });
});

/** A browser of the test's own: it notes the address that it is to open. */
const tools = join(folder, "tools");
const noted = join(folder, "opened");
mkdirSync(tools);
writeFileSync(
  join(tools, "xdg-open"),
  `#!/bin/sh\necho "$1" > "${noted}.new" && mv "${noted}.new" "${noted}"\n`,
);
chmodSync(join(tools, "xdg-open"), 0o755);

/** Starts the service at a terminal of its own, waits until it has greeted and ends it. @returns what the screen has */
async function startByHand(...words: readonly string[]): Promise<string> {
  let screen = "";
  const isTold = Promise.withResolvers<void>();
  const flags = ["--data", join(folder, "data"), "--host", "127.0.0.1", "--port", "0", ...words];
  const child = Bun.spawn([binary(), "serve", ...flags], {
    cwd: folder,
    env: { ...NO_PRINTER_PORTS, TILLROLL_OPEN: "", PATH: `${tools}:/usr/bin:/bin`, DISPLAY: ":7" },
    terminal: {
      cols: 300,
      rows: 50,
      data(_terminal, bytes) {
        screen += Buffer.from(bytes).toString();
        // A stop before that would be of a service that has not greeted yet.
        if (/Data {2,}\S+\r?\n/.test(screen)) isTold.resolve();
      },
    },
  });
  await Promise.race([isTold.promise, child.exited]);
  child.kill("SIGTERM");
  await child.exited;
  child.terminal?.close();
  return screen;
}

const takeOpened = () => {
  const opened = readFileSync(noted, "utf8").trim();
  rmSync(noted);
  return opened;
};

describe.skipIf(process.platform !== "linux")("a start by hand", () => {
  const LINK = /^http:\/\/\S+:\d+\/sign-in\?code=[\w-]+/;

  test("opens the first steps at the first start, then the dashboard, by another link than that on the screen", async () => {
    for (const [start, place] of [
      ["first", "#/~/start"],
      ["second", ""],
    ] as const) {
      const screen = await startByHand();
      await until(() => existsSync(noted));
      const opened = takeOpened();
      expect([start, opened]).toEqual([start, expect.stringMatching(LINK)]);
      expect(opened.replace(LINK, "")).toBe(place);
      const shown = /http:\S+code=[\w-]+/.exec(screen)?.[0] ?? "";
      expect(shown).toMatch(LINK);
      expect(opened).not.toStartWith(shown);
      expect(screen).toContain("--no-open leaves it closed");
    }
  });

  test.each(["--no-open", "--open=false"])("%s opens nothing", async (flag) => {
    const screen = await startByHand(flag);
    expect(screen).toMatch(/http:\S+code=[\w-]+/);
    expect(screen).not.toContain("opens in the browser");
    expect(existsSync(noted)).toBe(false);
  });
});
