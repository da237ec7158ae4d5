import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { CUPS_BACKENDS, whyWithoutBackend } from "../../../scripts/check/programs.ts";
import { listenLpd } from "../../../src/printers/lpd/protocol.ts";
import type { Listener } from "../../../src/printers/listeners.ts";
import type { PrinterJob } from "../../../src/printers/printer-endpoint.ts";
import { describeUnless } from "../../describe-unless.ts";
import { MemoryEndpoint } from "./memory-endpoint.ts";

/** The program by which CUPS prints to LPD queues; it needs no scheduler. */
const BACKEND = join(CUPS_BACKENDS, "lpd");
const CONTENT = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 31) % 256);

// Without CUPS there is nothing to print with; the protocol's own tests are in the files beside this one.
describeUnless(whyWithoutBackend("lpd"), "CUPS prints to a queue", printWithCups);

function printWithCups() {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-lpd-"));
  const path = join(folder, "receipt.bin");
  const endpoint = new MemoryEndpoint();
  let listener: Listener;

  beforeAll(async () => {
    await Bun.write(path, CONTENT);
    const resolve = (queue: string) => (queue === "till" ? endpoint : null);
    listener = listenLpd({ resolve, host: "127.0.0.1", port: 0, log: { write() {} } });
  });

  afterAll(async () => {
    await listener.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function print(options: string, copies: string, input: "file" | "pipe") {
    endpoint.jobs.length = 0;
    endpoint.spooled.clear();
    const command = [BACKEND, "17", "anna", "Order 17b", copies, "", ...(input === "file" ? [path] : [])];
    const backend = Bun.spawn(command, {
      env: {
        DEVICE_URI: `lpd://127.0.0.1:${listener.port}/till${options}`,
        PRINTER: "till",
        PATH: "/usr/bin:/bin",
      },
      // Descriptors 3 and 4 are CUPS' back channel and side channel: without them it waits for ever.
      stdio: [input === "file" ? "ignore" : CONTENT, "ignore", "pipe", "pipe", "pipe"],
      timeout: 45_000,
      killSignal: "SIGKILL",
    });
    const [said, exitCode] = await Promise.all([new Response(backend.stderr).text(), backend.exited]);
    return { said, exitCode };
  }

  // Ports below 1024, which `reserve` asks for, are root's.
  const reserve = userInfo().uid === 0 ? ["?reserve=rfc1179", "?reserve=any"] : [];

  test.each([
    "",
    "?reserve=none",
    "?order=control,data",
    "?order=data,control",
    "?banner=on",
    "?format=f",
    ...reserve,
  ])("a file, with the options %j", async (options) => {
    const { said, exitCode } = await print(options, "1", "file");
    expect({ exitCode, said: exitCode === 0 ? "" : said }).toEqual({ exitCode: 0, said: "" });
    expect(endpoint.jobs).toHaveLength(1);
    expectPrint(endpoint.jobs[0]);
    expect(endpoint.spooled.size).toBe(0);
  });

  test.each(["", "?mode=stream", "?order=data,control"])("a pipe, with the options %j", async (options) => {
    expect((await print(options, "1", "pipe")).exitCode).toBe(0);
    for (let turns = 0; endpoint.jobs.length === 0 && turns < 200; turns++) await Bun.sleep(10);
    expect(endpoint.jobs).toHaveLength(1);
    expectPrint(endpoint.jobs[0]);
  });

  test("copies are one print that says how many", async () => {
    expect((await print("?manual_copies=off", "3", "file")).exitCode).toBe(0);
    expect(endpoint.jobs.map(({ tag }) => tag.get("copies"))).toEqual(["3"]);
    // By itself the backend sends the file's bytes as many times.
    expect((await print("", "3", "file")).exitCode).toBe(0);
    expect(endpoint.jobs.map(({ raw }) => raw.byteLength)).toEqual([3 * CONTENT.byteLength]);
  });
}

function expectPrint(job: PrinterJob | undefined): void {
  const { label, isIncomplete, tag, raw } = job ?? {};
  expect({ label, isIncomplete, user: tag?.get("user") }).toEqual({
    label: "Order 17b",
    isIncomplete: false,
    user: "anna",
  });
  expect(Buffer.from(raw ?? []).equals(CONTENT)).toBe(true);
}
