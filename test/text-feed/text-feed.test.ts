import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { FEED_CHARSETS, feedEncoder } from "../../src/text-feed/feed-charset.ts";
import { feedText } from "../../src/text-feed/receipt-lines.ts";
import { TEXT_FEED_LIMITS } from "../../src/text-feed/text-feed-limits.ts";
import { freePort, Service } from "../service.ts";
import { until } from "../until.ts";

describe("what is told of a receipt", () => {
  const print = { id: 7, createdAt: new Date(2026, 10, 22, 18, 3, 7).getTime(), deviceId: "till-1" };

  test.each([
    ["A\nB", "A\r\nB\r\n"],
    ["A\n\n  \nB", "A\r\nB\r\n"],
    ["Total    4.50  \n╌╌╌╌╌", "Total    4.50\r\n"],
    ["┌────┐\n│    │\n└────┘\nA", "A\r\n"],
    ["──────\nA", "──────\r\nA\r\n"],
    ["A\u0007\u001b[2J", "A[2J\r\n"],
  ])("%j", (text, lines) => {
    expect(feedText(print, text)).toBe(`RECEIPT 2026-11-22 18:03:07 till-1 #7\r\n${lines}\r\n`);
  });

  test("characters are those of the code page, or something alike", () => {
    expect([...feedEncoder("windows-1252")("é€─│┌Ж")]).toEqual([0xe9, 0x80, 0x2d, 0x7c, 0x2b, 0x3f]);
    expect([...feedEncoder("windows-1251")("Ж")]).toEqual([0xc6]);
    expect([...feedEncoder("ibm866")("─")]).toEqual([0xc4]);
    expect(Buffer.from(feedEncoder("utf-8")("é─")).toString()).toBe("é─");
    for (const charset of FEED_CHARSETS)
      expect(Buffer.from(feedEncoder(charset)("Az 09")).toString()).toBe("Az 09");
  });
});

describe("the feed", () => {
  const port = freePort();
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({
      flags: ["--text-feed", String(port), "--text-feed-charset", "windows-1252"],
    });
  });

  afterAll(() => service.end());

  /** Reads the feed. @param isSlow whether it reads nothing */
  async function reader(isSlow = false) {
    const state = { text: "", isClosed: false };
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open(opened) {
          if (isSlow) opened.pause();
        },
        data: (_socket, bytes) => void (state.text += bytes.toString("latin1")),
        close: () => void (state.isClosed = true),
      },
    });
    return { state, socket };
  }

  test("tells every reader each receipt as it is stored, in order, from when it came on", async () => {
    await service.store({ deviceId: "till" }, "Before\n");
    const [one, two] = [await reader(), await reader()];
    // Until it has been told of, a connection may not be known yet.
    await until(async () => {
      await service.store({ deviceId: "till" }, "Knock\n");
      return [one, two].every(({ state }) => state.text.includes("Knock"));
    });
    await service.store({ deviceId: "till" }, "Caf\x82  2.50\n");
    await service.store({ deviceId: "till" }, "Last\n");
    await until(() => [one, two].every(({ state }) => state.text.includes("Last")));
    for (const { state, socket } of [one, two]) {
      expect(state.text).not.toContain("Before");
      expect(state.text.slice(state.text.indexOf("Caf") - 44)).toMatch(
        /RECEIPT \d{4}-\d\d-\d\d \d\d:\d\d:\d\d till #\d+\r\nCaf\xe9 {2}2\.50\r\n\r\nRECEIPT .* till #\d+\r\nLast\r\n\r\n$/,
      );
      socket.end();
    }
  });

  test("one that reads nothing is closed, and holds up nobody", async () => {
    const slow = await reader(true);
    const quick = await reader();
    const long = "A line of a long receipt\n".repeat(2000);
    // The operating systems keep some of it as well.
    const enough = (TEXT_FEED_LIMITS.waitingBytes * 16) / long.length;
    for (let print = 0; print < enough; print++) await service.store({}, `${print}\n${long}`);
    await service.store({}, "The end\n");
    await until(() => quick.state.text.includes("The end"));
    await until(() => service.logged.includes("too slow"), "its end");
    slow.socket.terminate();
    quick.socket.end();
  });

  test("others than this machine are refused unless they may", async () => {
    const address = Object.values(process.getBuiltinModule("node:os").networkInterfaces())
      .flatMap((one) => one ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    const elsewhere = freePort();
    const open = await Service.start({
      flags: ["--host", "0.0.0.0", "--text-feed", String(elsewhere), "--text-feed-allow", "203.0.113.0/24"],
    });
    try {
      // Without a network there is only this machine, which may.
      if (address === undefined) return;
      const socket = { data() {} };
      await Bun.connect({ hostname: address, port: elsewhere, socket }).catch(() => {});
      await until(() => open.logged.includes("was refused"), "its refusal");
      await open.hasLogged("--text-feed-allow");
    } finally {
      await open.end();
    }
  });
});
