import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeUnless } from "../describe-unless.ts";
import { Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { NotifySocket } from "./notify-socket.ts";

/* What the service tells systemd: to a stand-in for its socket. */

const why = process.platform === "linux" ? null : "systemd is on Linux alone";
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeUnless(why, "the service under systemd", () => {
  test.each([
    ["a path", join(folder, "notify")],
    ["a name", `@tillroll-test-${process.pid}-${Date.now()}`],
  ])("tells of its start, its state and its stop at a socket that is %s", async (_kind, address) => {
    using socket = new NotifySocket(address);
    const service = await Service.start({ environment: { NOTIFY_SOCKET: address }, token: "" });
    await until(() => socket.read().some((message) => message.startsWith("READY=1\n")), "READY");
    const told = socket.received.join("\n");
    expect(socket.received[0]).toMatch(/^EXTEND_TIMEOUT_USEC=\d+\nSTATUS=Starting$/);
    expect(told).toContain(`STATUS=Takes prints; dashboard at ${service.address}/`);
    // It was not asked for heartbeats.
    expect(told).not.toContain("WATCHDOG");
    await service.end();
    expect(socket.read().at(-1)).toBe("STOPPING=1\nSTATUS=Stopping");
  });

  describe("that watches it", () => {
    test("hears it again and again", async () => {
      const address = join(folder, "watched");
      using socket = new NotifySocket(address);
      const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: "2000000" };
      const service = await Service.start({ environment, token: "" });
      await until(
        () => socket.read().filter((message) => message === "WATCHDOG=1").length >= 3,
        "heartbeats",
      );
      await service.end();
    });

    test("does not take the service of another process for its own", async () => {
      const address = join(folder, "another");
      using socket = new NotifySocket(address);
      const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: "20000", WATCHDOG_PID: "1" };
      const service = await Service.start({ environment, token: "" });
      await until(() => socket.read().some((message) => message.startsWith("READY=1\n")), "READY");
      await service.end();
      expect(socket.read()).not.toContain("WATCHDOG=1");
    });
  });

  test("makes no token that would be printed into its journal", async () => {
    const address = join(folder, "token");
    using socket = new NotifySocket(address);
    const service = await Service.start({ environment: { NOTIFY_SOCKET: address }, token: "" });
    expect(service.greeting).not.toContain("at_");
    expect(service.greeting).toContain('"tillroll sign-in" makes a one-time link');
    await service.end();
    expect(socket.read().length).toBeGreaterThan(1);
  });

  test("starts and stops all the same where that socket is gone", async () => {
    const environment = { NOTIFY_SOCKET: join(folder, "gone") };
    const service = await Service.start({ environment, token: "" });
    expect(service.greeting).toContain("is running");
    expect(await service.stop()).toBe(0);
    rmSync(service.folder, { recursive: true, force: true });
  });
});
