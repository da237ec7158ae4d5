import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { whyWithout, WINE } from "../../../scripts/check/programs.ts";
import { describeUnless } from "../../describe-unless.ts";
import { freePort } from "../../service.ts";
import { until } from "../../until.ts";
import { Wine, whyNoWindowsRuntime } from "./wine.ts";

/* The executable for Windows as a service of Wine's service manager, from its installation to its end. */

const why =
  process.platform === "linux" ? (whyWithout(WINE) ?? whyNoWindowsRuntime()) : "Wine is tried on Linux";

describeUnless(why, "a service of Windows", () => {
  test("is installed, prints, is stopped, started, killed and removed; its data stays", async () => {
    await using wine = await Wine.start();
    const [port, raw] = [freePort(), freePort()];
    const closed = ["https", "lpd", "ipp", "epos-http", "epos-https"].flatMap((name) => [
      `--${name}-port`,
      "0",
    ]);
    const words = ["--port", String(port), "--raw-port", String(raw), "--announce", "false", ...closed];
    const installed = await wine.tillroll("service", "install", "--firewall", "leave", "--", ...words);
    expect(installed).toEqual({ exitCode: 0, output: expect.stringContaining('as the service "Tillroll"') });
    expect(installed.output).toContain(
      "The executable is copied to C:\\Program Files\\Tillroll\\tillroll.exe.",
    );
    expect((await wine.windows("sc", "query", "Tillroll")).output).toContain("RUNNING");

    await printTo(raw, "Order 7701\n\x1dVA\0");
    const token = (await wine.tillroll("token", "create")).output.trim();
    const found = (text: string) => search(port, token, text);
    await until(async () => (await found("7701")) === 1, "the print is found");

    expect(await wine.tillroll("service", "stop")).toEqual({
      exitCode: 0,
      output: "The service has stopped.\n",
    });
    expect((await wine.tillroll("service", "status")).exitCode).toBe(3);
    expect((await wine.windows("sc", "start", "Tillroll")).exitCode).toBe(0);
    await until(async () => (await found("7701")) === 1, "it runs again");
    expect((await wine.tillroll("service", "restart")).exitCode).toBe(0);
    expect(await found("7701")).toBe(1);

    // A power cut: all is ended at once, and what starts with the machine starts again.
    await printTo(raw, "Order 7702\n\x1dVA\0");
    await until(async () => (await found("7702")) === 1, "the second print is found");
    await wine.restart();
    await until(
      async () => (await wine.tillroll("service", "status")).exitCode === 0,
      "it started with Windows",
    );
    await until(async () => (await found("7702")) === 1, "what was printed before is there");

    const removed = await wine.tillroll("service", "uninstall");
    expect(removed).toEqual({
      exitCode: 0,
      output: expect.stringContaining("Its data stays in C:\\ProgramData\\Tillroll"),
    });
    expect((await wine.tillroll("service", "status")).exitCode).toBe(4);
    expect((await wine.windows("sc", "query", "Tillroll")).output).not.toContain("RUNNING");
    expect(existsSync(`${wine.folder("ProgramData")}/Tillroll/tillroll.sqlite`)).toBe(true);
  });
});

const ANSWER_MILLISECONDS = 3000;

async function printTo(port: number, text: string): Promise<void> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
  socket.write(Buffer.from(text, "latin1"));
  socket.end();
}

/** How many prints have a text; -1 while nobody answers. */
async function search(port: number, token: string, text: string): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/workspace/default/prints/search`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
      // One that is ended at once never answers.
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    const { items } = (await response.json()) as { items?: readonly unknown[] };
    return items?.length ?? -1;
  } catch {
    return -1;
  }
}
