import { afterAll, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { binary } from "../binary.ts";
import { describeUnless } from "../describe-unless.ts";
import { NO_PRINTER_PORTS, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is written there has no room, as on a full disk. */
const FULL = "/dev/full";

describeUnless(existsSync(FULL) ? null : `this system has no ${FULL}`, "a full standard error", () => {
  test("a service whose log is on a full disk stops in order when it is told to", async () => {
    const log = openSync(FULL, "a");
    const place = ["--data", join(folder, "data"), "--host", "127.0.0.1", "--port", "0"];
    const child = Bun.spawn([binary(), "serve", ...place], {
      env: { ...process.env, ...NO_PRINTER_PORTS },
      stdout: "pipe",
      stderr: log,
    });
    closeSync(log);
    // The greeting: it takes prints.
    await child.stdout.getReader().read();
    child.kill();
    expect([await child.exited, child.signalCode]).toEqual([0, null]);
  }, 60_000);
});
