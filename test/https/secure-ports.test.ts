import { afterAll, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { rmSync } from "node:fs";
import { connect } from "node:tls";
import { Certificates } from "../../src/certificates/certificates.ts";
import { SecurePorts } from "../../src/http/secure-ports.ts";
import { freePort, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = { write() {} };

async function shownAt(port: number): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.once("secureConnect", () => resolve(socket.getPeerCertificate().fingerprint256));
  socket.once("error", (error) => resolve(String(error)));
  const shown = await promise;
  socket.destroy();
  return shown;
}

// Only Linux lets two listeners have a port; on the others one ends before the next begins.
test.each([true, false])(
  "a port goes on with another certificate; two can have it at once: %p",
  async (canOverlap) => {
    const certificates = new Certificates({
      dataFolder: folder,
      hosts: () => ["localhost"],
      clock: Date.now,
      log,
    });
    const ports = new SecurePorts(certificates, log, canOverlap);
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const create = () =>
      new Elysia().get("/", "now").get("/late", async () => {
        begin();
        await finish;
        return "late";
      });
    const atExit = process.listenerCount("beforeExit");
    const listener = ports.open(create, "127.0.0.1", freePort());
    const ask = (path: string) =>
      fetch(`https://localhost:${listener.port}${path}`, { tls: { ca: certificates.authorityCertificate } });
    const late = ask("/late");
    await begun;
    const before = await shownAt(listener.port);
    certificates.renew(false);
    await until(async () => {
      const shown = await shownAt(listener.port);
      return shown !== before && !shown.includes("Error");
    });
    expect(await (await ask("/")).text()).toBe("now");
    resolve();
    expect(await (await late).text()).toBe("late");
    // Nothing of the ports that were is kept for the end of the process.
    expect(process.listenerCount("beforeExit")).toBe(atExit);
    await listener.stop();
    certificates.close();
    await expect(ask("/")).rejects.toThrow();
  },
);

test("a port that is closed while its certificate is replaced stays closed", async () => {
  const certificates = new Certificates({
    dataFolder: folder,
    hosts: () => ["localhost"],
    clock: Date.now,
    log,
  });
  const ports = new SecurePorts(certificates, log);
  const listener = ports.open(() => new Elysia().get("/", "now"), "127.0.0.1", freePort());
  certificates.renew(false);
  await listener.stop();
  certificates.renew(false);
  expect(await shownAt(listener.port)).toContain("Error");
  // It is free again for whoever comes next.
  await ports.open(() => new Elysia(), "127.0.0.1", listener.port).stop();
  certificates.close();
});
