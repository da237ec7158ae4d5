import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Server } from "bun";
import { CUPS_BACKENDS, IPPTOOL, whyWithout, whyWithoutBackend } from "../../../scripts/check/programs.ts";
import { describeUnless } from "../../describe-unless.ts";
import { IppTestService } from "./ipp-server.ts";

/** The program by which CUPS prints to IPP printers; it needs no scheduler. */
const BACKEND = join(CUPS_BACKENDS, "ipp");
const CONTENT = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 256);

const folder = mkdtempSync(join(tmpdir(), "tillroll-ipp-"));
const path = join(folder, "receipt.bin");
let service: IppTestService;
let server: Server<undefined>;

beforeAll(async () => {
  await Bun.write(path, CONTENT);
  service = new IppTestService();
  server = service.serve();
});

afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  command: readonly string[],
  options: { env?: Record<string, string>; input?: Uint8Array },
) {
  service.endpoint.jobs.length = 0;
  const child = Bun.spawn([...command], {
    env: { PATH: "/usr/bin:/bin", TMPDIR: folder, ...options.env },
    // Descriptors 3 and 4 are CUPS' back channel and side channel: without them it waits for ever.
    stdio: [options.input ?? "ignore", "pipe", "pipe", "pipe", "pipe"],
    timeout: 45_000,
    killSignal: "SIGKILL",
  });
  const [told, said, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { told, said, exitCode };
}

// Without CUPS there is nothing to print with; the protocol's own tests are in the files beside this one.
describeUnless(whyWithoutBackend("ipp"), "CUPS prints to an IPP printer", () => {
  test.each([
    ["a file", "application/octet-stream", "1", "", "file"],
    ["a raw file", "application/vnd.cups-raw", "1", "", "file"],
    ["two copies", "application/octet-stream", "2", "", "file"],
    ["a pipe", "application/octet-stream", "1", "", "pipe"],
    ["without waiting for the job", "application/octet-stream", "1", "?waitjob=false", "file"],
    ["as IPP 1.0", "application/octet-stream", "1", "?version=1.0", "file"],
    ["packed", "application/octet-stream", "1", "?compression=gzip", "file"],
  ] as const)("%s", async (_name, type, copies, query, input) => {
    const isFile = input === "file";
    const { exitCode, said } = await run(
      [BACKEND, "17", "anna", "Order 17 café", copies, "", ...(isFile ? [path] : [])],
      {
        env: {
          DEVICE_URI: `ipp://127.0.0.1:${server.port}/ipp/print/till${query}`,
          PRINTER: "till",
          CONTENT_TYPE: type,
          CHARSET: "utf-8",
          LANG: "en_US.UTF-8",
        },
        ...(isFile ? {} : { input: CONTENT }),
      },
    );
    expect({ exitCode, said: exitCode === 0 ? "" : said }).toEqual({ exitCode: 0, said: "" });
    expect(service.endpoint.jobs).toHaveLength(Number(copies));
    for (const { raw, label, tag, isIncomplete } of service.endpoint.jobs) {
      // With IPP 1.0 the backend puts its own number before the name.
      expect(label).toEndWith("Order 17 café");
      expect({ user: tag.get("user"), isIncomplete }).toEqual({ user: "anna", isIncomplete: false });
      expect(Buffer.from(raw).equals(CONTENT)).toBe(true);
    }
  });

  test("it is told of paper that is out, and its job is stored", async () => {
    service.endpoint.simulate("paper-end");
    const { exitCode, said } = await run([BACKEND, "18", "anna", "Order 18", "1", "", path], {
      env: {
        DEVICE_URI: `ipp://127.0.0.1:${server.port}/ipp/print/till`,
        PRINTER: "till",
        CHARSET: "utf-8",
      },
    });
    service.endpoint.simulate("online");
    expect(exitCode).toBe(0);
    expect(said).toContain("STATE: +media-empty");
    expect(service.endpoint.jobs).toHaveLength(1);
  });
});

describeUnless(whyWithout(IPPTOOL), "ipptool finds nothing to complain about", () => {
  test.each([
    "get-printer-attributes.test",
    "print-job.test",
    "print-job-gzip.test",
    "print-job-deflate.test",
    "create-job.test",
    "validate-job.test",
    "get-completed-jobs.test",
    "ipp-backend.test",
    "ipp-1.1.test",
    "ipp-2.0.test",
    "ipp-everywhere.test",
    "identify-printer.test",
    "identify-printer-display.test",
  ])("%s", async (name) => {
    const uri = `ipp://127.0.0.1:${server.port}/ipp/print/till`;
    const version = ["ipp-2.0.test", "ipp-everywhere.test"].includes(name) ? "2.0" : "1.1";
    const { told, exitCode } = await run(["ipptool", "-V", version, "-t", "-f", path, uri, name], {});
    const failed = told.split("\n").filter((line) => line.includes("[FAIL]"));
    expect({ failed, exitCode }).toEqual({ failed: [], exitCode: 0 });
    expect(told).toMatch(/\[PASS\]|job-id/);
  });
});
