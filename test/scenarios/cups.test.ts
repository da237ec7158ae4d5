import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { CUPS_BACKENDS, whyWithoutBackend } from "../../scripts/check/programs.ts";
import { describeUnless } from "../describe-unless.ts";
import { freePort, NO_PRINTER_PORTS, type PrintAnswer, Service } from "../service.ts";

/*
 * The programs by which CUPS prints, as its scheduler starts them: they need no scheduler. Each prints a file, and what
 * comes by a pipe, to the real service.
 */

const PRINTER = "receipt";
const PATIENCE_MILLISECONDS = 30_000;

/** With every byte there is, and a size that no block has. */
const RECEIPT = Buffer.concat([
  Buffer.from("\x1b@Order 17\nCaf\xe9 2.80\n\x1dv0\x00\x20\x00\x40\x00", "latin1"),
  Uint8Array.from({ length: 0x20 * 0x40 }, (_, index) => (index * 31) % 256),
  Buffer.from("\x1dV\x00", "latin1"),
]);

const ports = { raw: freePort(), lpd: freePort() };
let service: Service;
let path: string;
beforeAll(async () => {
  service = await Service.start({
    environment: {
      ...NO_PRINTER_PORTS,
      TILLROLL_RAW_PORT: String(ports.raw),
      TILLROLL_LPD_PORT: String(ports.lpd),
    },
  });
  path = join(service.folder, "receipt.bin");
  await Bun.write(path, RECEIPT);
});
afterAll(() => service.end());

const ADDRESSES = {
  socket: () => `socket://127.0.0.1:${ports.raw}`,
  lpd: () => `lpd://127.0.0.1:${ports.lpd}/${PRINTER}`,
  ipp: () => `ipp://127.0.0.1:${new URL(service.address).port}/ipp/print/${PRINTER}`,
} as const;

type Backend = keyof typeof ADDRESSES;

/** Prints with a backend. @returns its exit code, and what it said */
async function print(backend: Backend, input: "file" | "pipe") {
  const words = ["17", "anna", "Order 17", "1", "", ...(input === "file" ? [path] : [])];
  const child = Bun.spawn([join(CUPS_BACKENDS, backend), ...words], {
    env: {
      DEVICE_URI: ADDRESSES[backend](),
      PRINTER,
      CONTENT_TYPE: "application/vnd.cups-raw",
      FINAL_CONTENT_TYPE: "application/vnd.cups-raw",
      PATH: "/usr/bin:/bin",
    },
    // The last two are the back channel and the side channel: without them the backend for sockets waits for ever.
    stdio: [input === "file" ? "ignore" : RECEIPT, "ignore", "pipe", "pipe", "pipe"],
  });
  const [said, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  return { exitCode, said };
}

async function printsBy(protocol: string): Promise<PrintAnswer[]> {
  const json = { tag: { and: [{ key: "protocol", op: "eq", value: protocol }] } };
  const response = await service.prints("/search", { json });
  return ((await response.json()) as { items: PrintAnswer[] }).items;
}

for (const [backend, protocol] of [
  ["socket", "raw"],
  ["lpd", "lpd"],
  ["ipp", "ipp"],
] as const) {
  describeUnless(whyWithoutBackend(backend), `CUPS' backend ${backend}`, () => {
    test.each(["file", "pipe"] as const)("prints a %s: what is stored is exactly that", async (input) => {
      const before = (await printsBy(protocol)).length;
      const { exitCode, said } = await print(backend, input);
      expect({ exitCode, said: exitCode === 0 ? "" : said }).toEqual({ exitCode: 0, said: "" });
      // From a pipe LPD's end of file is the connection's, and the backend does not wait for the answer.
      const deadline = performance.now() + PATIENCE_MILLISECONDS;
      let prints = await printsBy(protocol);
      while (prints.length === before && performance.now() < deadline) {
        await Bun.sleep(20);
        prints = await printsBy(protocol);
      }
      expect(prints.length).toBe(before + 1);
      const newest = prints.reduce((last, each) => (each.id > last.id ? each : last));
      expect(newest.tag["incomplete"]).toBeUndefined();
      const stored = Buffer.from(await (await service.prints(`/${newest.id}/raw`)).arrayBuffer());
      expect(stored.equals(RECEIPT)).toBe(true);
    });
  });
}
