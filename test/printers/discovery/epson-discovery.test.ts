import { afterAll, describe, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import fc from "fast-check";
import { HEALTHY, type PrinterStatus } from "../../../src/domain/printer-status.ts";
import { startEpsonDiscovery } from "../../../src/printers/discovery/epson/epson-discovery.ts";
import {
  type EpsonCard,
  type EpsonPrinter,
  enpcReply,
  readEnpc,
} from "../../../src/printers/discovery/epson/enpc.ts";
import { networkLinks } from "../../../src/printers/discovery/network/network-links.ts";

/** Those of the recordings. */
const card: EpsonCard = {
  hardwareAddress: "b8:27:eb:c0:fd:54",
  address: "192.168.178.112",
  mask: "255.255.255.0",
};

const printer = (model: string, status: PrinterStatus = HEALTHY): EpsonPrinter => ({ model, status });

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");

/** Question and answer, as hexadecimal; spaces are for the reader. */
function answer(question: string, to: EpsonPrinter): string {
  const request = readEnpc(bytesOf(question));
  return request === null ? "" : Buffer.from(enpcReply(request, to, card)).toString("hex");
}

const Q = "4550534f4e51";
const C = "4550534f4e43";
const q = "4550534f4e71";
const c = "4550534f4e63";
const zeros = (bytes: number) => "00".repeat(bytes);
const ascii = (text: string) => Buffer.from(text).toString("hex");

interface Recording {
  readonly model: string;
  readonly question: string;
  readonly answer: string;
}

/** What real printers answered; where it is theirs, with the addresses above in place of their own. */
const RECORDED: Readonly<Record<string, Recording>> = {
  "TM-T88V: its model, asked as Epson's SDK does": {
    model: "TM-T88V",
    question: `${Q} 03000000 1000 0000 0000`,
    answer: `${q} 03000000 0000 0085 00 05200264 ${ascii("TM-T88V")}${zeros(121)}`,
  },
  "TM-m30: its model": {
    model: "TM-m30",
    question: `${Q} 03000000 0000 0000`,
    answer: `${q} 03000000 0000 0085 00 05010201 ${ascii("TM-m30")}${zeros(122)}`,
  },
  "TM-m30II: its card": {
    model: "TM-m30II",
    question: `${Q} 00000000 0000 0000`,
    answer: `${q} 00000000 0000 0036 55422d454330464435 34454e534e ${zeros(19)} 01ffff1c000208 b827ebc0fd54 00000001 00000001`,
  },
  "TM-T88V: its model and card": {
    model: "TM-T88V",
    question: `${Q} 03000001 0000 0000`,
    answer: `${q} 03000001 0000 00aa b827ebc0fd54 ${ascii("UB-E03")}${zeros(26)} 05200264 ${ascii("TM-T88V")}${zeros(121)}`,
  },
  "TM-T88V: its status": {
    model: "TM-T88V",
    question: `${Q} 03000010 0000 0000`,
    answer: `${q} 03000010 0000 000d 0e 1400000f ffffffffffffffff`,
  },
  "any: a function that it does not know": {
    model: "TM-T88V",
    question: `${Q} 03000131 0000 0000`,
    answer: `${q} 03000131 ffff 0000`,
  },
  "any: who is connected, when nobody is": {
    model: "TM-T88V",
    question: `${Q} 03000017 0000 0000`,
    answer: `${q} 03000017 0000 0004 00000000`,
  },
  "TM-m30II: the order to set the timer": {
    model: "TM-m30II",
    question: `${C} 03000015 0000 0000`,
    answer: `${c} 03000015 0000 0001 00`,
  },
  "TM-m30II: the order to clear the timer": {
    model: "TM-m30II",
    question: `${C} 03000016 0000 0000`,
    answer: `${c} 03000016 0000 0001 00`,
  },
};

describe("an answer is as recorded from a real printer", () => {
  for (const [name, { model, question, answer: expected }] of Object.entries(RECORDED)) {
    test(name, () => expect(answer(question, printer(model))).toBe(expected.replaceAll(" ", "")));
  }

  test("its network, but for the gateway", () => {
    const recorded = `${q}00000010 0000 0017 01 b827ebc0fd54 0004 c0a8b270 ffffff00 c0a8b201 807c`.replaceAll(
      " ",
      "",
    );
    expect(answer(`${Q}00000010 0000 0000`, printer("TM-m30II"))).toBe(
      recorded.replace("c0a8b201", "00000000"),
    );
  });
});

describe("an answer is true", () => {
  test("about the paper", () => {
    const status: PrinterStatus = { ...HEALTHY, paper: "end" };
    const healthy = answer(`${Q}03000010 0000 0000`, printer("TM-T88V"));
    expect(answer(`${Q}03000010 0000 0000`, printer("TM-T88V", status))).not.toBe(healthy);
  });

  test("about a model with a long name: it fits", () => {
    expect(answer(`${Q}03000000 0000 0000`, printer("ü".repeat(80))).length / 2).toBe(147);
  });

  test("to an order that any host could send: it is not obeyed", () => {
    for (const order of ["03000011", "03000012", "03000013"]) {
      expect(answer(`${C}${order} 0000 0000`, printer("TM-T88V"))).toBe(`${c}${order}ffff0000`);
    }
  });
});

test("anything else has no answer", () => {
  for (const packet of [
    "",
    "4550534f4e",
    `${q}03000000 0000 0000`,
    "4550534f4e50 00ff0000 0000 0000",
    "00".repeat(20),
  ]) {
    expect(readEnpc(bytesOf(packet))).toBeNull();
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString("latin1");
      expect(readEnpc(bytes) !== null).toBe(bytes.length >= 14 && /^EPSON[QC]/.test(text));
    }),
  );
});

describe("over the network", () => {
  const links = () => networkLinks("::", undefined, true);
  const stops: (() => void)[] = [];
  afterAll(() => {
    for (const stop of stops) stop();
  });

  async function ask(port: number, question: string, milliseconds = 2000): Promise<string | null> {
    const socket = createSocket("udp4");
    const { promise, resolve } = Promise.withResolvers<string | null>();
    socket.on("message", (bytes: Uint8Array) => resolve(Buffer.from(bytes).toString("hex")));
    socket.send(bytesOf(question), port, "127.0.0.1");
    const answered = await Promise.race([promise, Bun.sleep(milliseconds).then(() => null)]);
    socket.close();
    return answered;
  }

  const start = async (options: Partial<Parameters<typeof startEpsonDiscovery>[0]> = {}) => {
    const log = { write: () => {} };
    const discovery = await startEpsonDiscovery({
      log,
      listenHost: "::",
      links,
      port: 0,
      printer: () => printer("TM-T88V"),
      ...options,
    });
    stops.push(discovery.stop);
    return discovery;
  };

  test("a question is answered, and not after the end", async () => {
    const { port, stop } = await start();
    expect(await ask(port, `${Q}03000000 0000 0000`)).toStartWith(`${q}03000000`);
    stop();
    stop();
    expect(await ask(port, `${Q}03000000 0000 0000`, 200)).toBeNull();
  });

  test("nothing is answered without a printer, and to no host from elsewhere", async () => {
    const without = await start({ printer: () => null });
    expect(await ask(without.port, `${Q}03000000 0000 0000`, 200)).toBeNull();
    const elsewhere = await start({ links: () => [] });
    expect(await ask(elsewhere.port, `${Q}03000000 0000 0000`, 200)).toBeNull();
  });
});
