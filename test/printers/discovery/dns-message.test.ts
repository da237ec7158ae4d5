import { describe, expect, test } from "bun:test";
import dnsPacket from "dns-packet";
import fc from "fast-check";
import {
  decodeMessage,
  type DnsMessage,
  EMPTY_MESSAGE,
  encodeMessage,
} from "../../../src/printers/discovery/dns/dns-message.ts";
import {
  addressRecord,
  type DnsRecord,
  onlyTheseRecord,
  pointerRecord,
  RECORD_TYPES,
  recordKey,
  serviceRecord,
  textRecord,
} from "../../../src/printers/discovery/dns/dns-record.ts";
import {
  cutToBytes,
  domainName,
  nameKey,
  sameName,
} from "../../../src/printers/discovery/dns/domain-name.ts";
import { splitResponse } from "../../../src/printers/discovery/dns/split-message.ts";
import { MDNS_LIMITS } from "../../../src/printers/discovery/discovery-limits.ts";

const host = domainName("till.local");
const type = domainName("_ipp._tcp.local");
const instance = ["St. Pauli Küche", ...type];
const text = (string: string) => new TextEncoder().encode(string);

const RECORDS: Readonly<Record<string, DnsRecord>> = {
  A: addressRecord(host, "192.0.2.7", 120),
  "AAAA with a run of zeros": addressRecord(host, "fe80::fc:ff:fe00:1", 120),
  "AAAA of zeros at its end": addressRecord(host, "fd00:1::", 120),
  "AAAA in full": addressRecord(host, "2001:db8:1:2:3:4:5:6", 120),
  PTR: pointerRecord(type, instance, 4500),
  SRV: serviceRecord(instance, 9100, host, 120),
  TXT: textRecord(instance, [text("txtvers=1"), text("ty=EPSON TM-T88V")], 4500),
  "TXT without strings": textRecord(instance, [], 4500),
  NSEC: onlyTheseRecord(instance, [RECORD_TYPES.TXT, RECORD_TYPES.SRV], 120),
};

describe("a message", () => {
  for (const [name, record] of Object.entries(RECORDS)) {
    test(`comes back as it was: ${name}`, () => {
      const message: DnsMessage = {
        ...EMPTY_MESSAGE,
        isResponse: true,
        answers: [record, record],
        additionals: [{ ...record, ttl: 0, isUnique: !record.isUnique }],
      };
      expect(decodeMessage(encodeMessage(message))).toEqual(message);
    });
  }

  test("is read the same by another program", () => {
    const question = { name: type, type: RECORD_TYPES.PTR, questionClass: 1, wantsUnicast: false };
    const bytes = encodeMessage({
      id: 7,
      isResponse: true,
      isTruncated: true,
      questions: [question],
      answers: [RECORDS["PTR"], RECORDS["SRV"], RECORDS["A"]].flatMap((record) => record ?? []),
      authorities: [RECORDS["TXT"]].flatMap((record) => record ?? []),
      additionals: [RECORDS["AAAA in full"], RECORDS["NSEC"]].flatMap((record) => record ?? []),
    });
    const read = dnsPacket.decode(Buffer.from(bytes));
    const name = "St. Pauli Küche._ipp._tcp.local";
    expect(read).toMatchObject({
      id: 7,
      type: "response",
      flag_aa: true,
      flag_tc: true,
      questions: [{ name: "_ipp._tcp.local", type: "PTR", class: "IN" }],
      answers: [
        { name: "_ipp._tcp.local", type: "PTR", ttl: 4500, flush: false, data: name },
        {
          name,
          type: "SRV",
          ttl: 120,
          flush: true,
          data: { priority: 0, weight: 0, port: 9100, target: "till.local" },
        },
        { name: "till.local", type: "A", ttl: 120, flush: true, data: "192.0.2.7" },
      ],
      authorities: [{ name, type: "TXT", data: [Buffer.from("txtvers=1"), Buffer.from("ty=EPSON TM-T88V")] }],
      additionals: [
        { type: "AAAA", data: "2001:db8:1:2:3:4:5:6" },
        { type: "NSEC", data: { nextDomain: name, rrtypes: ["TXT", "SRV"] } },
      ],
    });
  });

  test("of another program is read", () => {
    const bytes = dnsPacket.encode({
      type: "query",
      id: 0,
      questions: [{ name: "_ipp._tcp.local", type: "PTR", class: "IN" }],
      answers: [{ name: "_ipp._tcp.local", type: "PTR", ttl: 4500, data: "bar._ipp._tcp.local" }],
      authorities: [
        { name: "bar._ipp._tcp.local", type: "SRV", ttl: 120, data: { port: 631, target: "bar.local" } },
      ],
    });
    const bar = domainName("bar._ipp._tcp.local");
    expect(decodeMessage(bytes)).toEqual({
      ...EMPTY_MESSAGE,
      questions: [{ name: type, type: RECORD_TYPES.PTR, questionClass: 1, wantsUnicast: false }],
      answers: [pointerRecord(type, bar, 4500)],
      authorities: [{ ...serviceRecord(bar, 631, domainName("bar.local"), 120), isUnique: false }],
    });
  });

  test("says when an answer to the asker alone will do", () => {
    const question = { name: host, type: RECORD_TYPES.ANY, questionClass: 1, wantsUnicast: true };
    const bytes = encodeMessage({ ...EMPTY_MESSAGE, questions: [question] });
    expect(Buffer.from(bytes).toString("hex")).toBe(
      `000000000001000000000000${Buffer.from("\x04till\x05local\0").toString("hex")}00ff8001`,
    );
    expect(decodeMessage(bytes)?.questions).toEqual([question]);
  });

  test("writes a name once and points to it", () => {
    const { length } = encodeMessage({ ...EMPTY_MESSAGE, answers: [pointerRecord(type, instance, 1)] });
    // Head; `_ipp._tcp.local`, ten bytes; `St. Pauli Küche` and a pointer.
    expect(length).toBe(12 + 17 + 10 + 1 + text(instance[0] ?? "").byteLength + 2);
  });
});

const MALFORMED: Readonly<Record<string, string>> = {
  nothing: "",
  "half a head": "000000000001",
  "a question that is missing": "000000000001000000000000",
  "a label beyond the end": "000000000001000000000000 3f61",
  "a pointer to itself": "000000000001000000000000 c00c 00ff0001",
  "a pointer ahead": "000000000001000000000000 c020 00ff0001",
  "a label of a kind that does not exist": "000000000001000000000000 8161 00 00ff0001",
  "a record beyond the end": "000084000000000100000000 00 0001 0001 00000078 0004 c000",
  "a name beyond its record": "000084000000000100000000 00 000c 0001 00000078 0001 0161 00",
  "more records than a message may have": "00008400000001f500000000",
  "an update": "000028000001000000000000 00 00ff0001",
};

describe("what is no message", () => {
  for (const [name, hex] of Object.entries(MALFORMED)) {
    test(`is not read: ${name}`, () => {
      expect(decodeMessage(Buffer.from(hex.replaceAll(" ", ""), "hex"))).toBeNull();
    });
  }

  test("but a name that is not UTF-8 is no reason not to read the rest", () => {
    const latin = `3f${"fc".repeat(63)}`;
    const record = `${latin}00 000c 0001 00000078 0041 ${latin}00`.replaceAll(" ", "");
    const bytes = Buffer.from(`000084000000000200000000${record}${record}`, "hex");
    expect(decodeMessage(bytes)?.answers).toHaveLength(2);
  });

  test("never stops the program", () => {
    const valid = encodeMessage({ ...EMPTY_MESSAGE, isResponse: true, answers: Object.values(RECORDS) });
    const damaged = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 })
      .map((changes) => changes.reduce((bytes, [at, value]) => bytes.with(at, value), valid));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged), (bytes) => {
        const message = decodeMessage(bytes);
        // Names that are not UTF-8 do not come back; nobody sends them on.
        if (message === null || JSON.stringify(message).includes("\uFFFD")) return;
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a long response", () => {
  const answers = Array.from({ length: 60 }, (_, number) =>
    pointerRecord(type, [`Printer ${number}`, ...type], 4500),
  );
  const additionals = answers.map((_, number) =>
    serviceRecord([`Printer ${number}`, ...type], 9100, host, 120),
  );

  test("goes on in further messages, all answers once, courtesies where there is room", () => {
    const messages = splitResponse({ ...EMPTY_MESSAGE, isResponse: true, answers, additionals });
    expect(messages.length).toBeGreaterThan(1);
    for (const message of messages)
      expect(encodeMessage(message).byteLength).toBeLessThanOrEqual(MDNS_LIMITS.messageBytes);
    expect(messages.flatMap((message) => message.answers)).toEqual(answers);
    expect(messages.at(-1)?.additionals.length).toBeGreaterThan(0);
  });
});

describe("names", () => {
  test("are the same whatever the case of their ASCII letters", () => {
    expect(sameName(["BAR Ä", "Local"], ["bar Ä", "local"])).toBe(true);
    expect(sameName(["bar ä", "local"], ["bar Ä", "local"])).toBe(false);
    expect(sameName(["a.b", "c"], ["a", "b.c"])).toBe(false);
    expect(nameKey(["a.b", "c"])).not.toBe(nameKey(["a", "b.c"]));
  });

  test("are cut between characters", () => {
    expect(cutToBytes("Küche", 2)).toBe("K");
    expect(cutToBytes("Küche", 3)).toBe("Kü");
    expect(cutToBytes("🧾🧾", 7)).toBe("🧾");
  });

  test("that are too long are refused", () => {
    const long = {
      ...EMPTY_MESSAGE,
      questions: [{ name: ["x".repeat(64)], type: 1, questionClass: 1, wantsUnicast: false }],
    };
    expect(() => encodeMessage(long)).toThrow(RangeError);
  });

  test("tell records apart by data, not by life", () => {
    const record = addressRecord(host, "192.0.2.7", 120);
    expect(recordKey({ ...record, ttl: 1, isUnique: false })).toBe(recordKey(record));
    expect(recordKey(addressRecord(host, "192.0.2.8", 120))).not.toBe(recordKey(record));
  });
});
