import { describe, expect, test } from "bun:test";
import type { PrinterLanguage } from "../../../src/escpos/language.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes, ConnectionDriver, hex } from "./connection-driver.ts";
import { openHost } from "./raw-host.ts";

const CUT = "1D 56 42 00";
const KICK = "1B 70 00 19 FA";
const LOGO = "1D 76 30 00 01 00 02 00 FF FF";

/** What a till sends over one open connection, rests between in milliseconds, and the prints that it makes. */
interface Case {
  readonly of: string;
  /** What the printer speaks, if not ESC/POS. */
  readonly language?: PrinterLanguage;
  readonly sent: readonly (string | number)[];
  /** Indices of what was sent, of each print. */
  readonly prints: readonly (readonly number[])[];
}

const cases: readonly Case[] = [
  {
    of: "three orders 300 ms apart, each with a reset",
    sent: [
      `1B 40 "Order 7701" 0A ${CUT}`,
      300,
      `1B 40 "Order 7702" 0A ${CUT}`,
      300,
      `1B 40 "Order 7703" 0A ${CUT}`,
    ],
    prints: [[0], [2], [4]],
  },
  {
    of: "orders without a reset that begin alike",
    sent: [`1B 61 01 "Order 7701" 0A ${CUT}`, 300, `1B 61 01 "Order 7702" 0A ${CUT}`],
    prints: [[0], [2]],
  },
  {
    of: "orders of nothing but text that begin alike",
    sent: [`"Order 7701" 0A ${CUT}`, 300, `"Order 7702" 0A ${CUT}`],
    prints: [[0], [2]],
  },
  {
    of: "orders whose code page is chosen once, as python-escpos does",
    sent: [
      `1B 61 01 1B 74 00 "Order 7701" 0A 1B 64 06 1D 56 00 ${KICK}`,
      300,
      `1B 61 01 "Order 7702" 0A 1B 64 06 1D 56 00 ${KICK}`,
      300,
      `1B 61 01 "Order 7703" 0A 1B 64 06 1D 56 00 ${KICK}`,
    ],
    prints: [[0], [2], [4]],
  },
  {
    of: "orders that are reset once, as escpos-php does",
    sent: [`1B 40 "Order 7701" 0A 1D 56 41 03 ${KICK}`, 300, `"Order 7702" 0A 1D 56 41 03 ${KICK}`],
    prints: [[0], [2]],
  },
  {
    of: "a till that goes on at once when it is told that the receipt is printed",
    sent: [`1B 40 "Order 7701" 0A ${CUT} 1D 72 01`, `1B 40 "Order 7702" 0A ${CUT} 1D 72 01`],
    prints: [[0], [1]],
  },
  {
    of: "a drawer kick before each receipt",
    sent: [`${KICK} 1B 40 "Order 1" 0A ${CUT}`, 300, `${KICK} 1B 40 "Order 2" 0A ${CUT}`],
    prints: [[0], [2]],
  },
  {
    of: "a beginning that comes in pieces",
    sent: [`"One 1" 0A ${CUT}`, 300, "1B", "40", `"Two" 0A ${CUT}`],
    prints: [[0], [2, 3, 4]],
  },
  {
    of: "questions about the printer between receipts",
    sent: [`1B 40 "One" 0A ${CUT}`, 200, "10 04 01", 100, `10 04 04 1B 40 "Two" 0A ${CUT}`],
    prints: [[0, 2], [4]],
  },
  {
    of: "raster receipts that begin alike",
    sent: [`1B 61 01 ${LOGO} ${CUT}`, 300, `1B 61 01 ${LOGO} ${CUT}`],
    prints: [[0], [2]],
  },
  {
    of: "receipts at a Star printer",
    language: "star-line",
    sent: ['1B 40 "Order 1" 0A 1B 64 02', 300, '1B 40 "Order 2" 0A 1B 64 02'],
    prints: [[0], [2]],
  },
  {
    of: "two parts of a receipt that follow at once",
    sent: [`1B 40 "Customer" 0A ${CUT}`, `1B 40 "Merchant" 0A ${CUT}`],
    prints: [[0, 1]],
  },
  {
    of: "a second part that takes a moment",
    sent: [`1B 40 "Order 1" 0A ${CUT}`, 300, `1B 21 30 "Please sign" 0A ${CUT}`],
    prints: [[0, 2]],
  },
  {
    of: "a second part that sets less, and begins otherwise",
    sent: [`1B 40 1B 61 01 "Order 1" 0A ${CUT}`, 300, `1B 61 01 "Merchant" 0A ${CUT}`],
    prints: [[0, 2]],
  },
  {
    of: "a second part that begins with a number, and sets less",
    sent: [`1B 40 1B 61 01 "12.50" 0A ${CUT}`, 300, `1B 61 01 "12.50" 0A ${CUT}`],
    prints: [[0, 2]],
  },
  {
    of: "a drawer kick after the receipt",
    sent: [`1B 40 "Order 1" 0A ${CUT}`, 300, KICK],
    prints: [[0, 2]],
  },
  {
    of: "a drawer kick after the receipt, and then the next one",
    sent: [`1B 40 "Order 1" 0A ${CUT}`, 200, KICK, 200, `1B 40 "Order 2" 0A ${CUT}`],
    prints: [[0, 2], [4]],
  },
  {
    of: "a logo before its receipt",
    sent: [`1B 40 ${LOGO}`, 300, `1B 40 "Order 1" 0A ${CUT}`],
    prints: [[0, 2]],
  },
  {
    of: "a reset after the receipt, and the next one",
    sent: [`"Order 1" 0A ${CUT} 1B 40`, 300, `"Order 2" 0A ${CUT} 1B 40`],
    prints: [[0], [2]],
  },
  {
    of: "another cut, and a feed",
    sent: [`1B 40 "Order 1" 0A ${CUT}`, 300, `0A 0A ${CUT}`],
    prints: [[0, 2]],
  },
  {
    of: "a receipt whose picture takes its time",
    sent: [`1B 40 ${LOGO}`, 1000, LOGO, 1000, `"Order 1" 0A ${CUT}`],
    prints: [[0, 2, 4]],
  },
];

function port({ language = "escpos" }: Case): FakeEndpoint {
  const endpoint = new FakeEndpoint();
  endpoint.language = language;
  return endpoint;
}

/** What of the bytes that were sent is in each print, as hexadecimal. */
function expected({ sent, prints }: Case): string[] {
  return prints.map((indices) => hex(Buffer.concat(indices.map((index) => bytes(String(sent[index]))))));
}

describe.each(cases.map((each) => [each.of, each] as const))("%s", (_of, each) => {
  test("step by step", () => {
    const host = new ConnectionDriver(port(each));
    for (const step of each.sent) {
      if (typeof step === "number") host.wait(step);
      else host.send(step);
    }
    host.end();
    expect(host.stores.map(({ raw }) => hex(raw))).toEqual(expected(each));
    expect(host.stores.every(({ isIncomplete }) => !isIncomplete)).toBe(true);
  });

  test("over a socket", async () => {
    const endpoint = port(each);
    const host = await openHost(endpoint);
    for (const step of each.sent) {
      if (typeof step === "number") host.passTime(step);
      else host.send(bytes(step));
      await host.settle();
    }
    host.end();
    await host.until(() => endpoint.jobs.length >= each.prints.length);
    await host.stop();
    expect(endpoint.jobs.map(({ raw }) => hex(raw))).toEqual(expected(each));
  });
});
