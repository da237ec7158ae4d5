import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  decodeMessage,
  type DnsMessage,
  EMPTY_MESSAGE,
  encodeMessage,
  splitResponse,
} from "../../../src/printers/discovery/dns/dns-message.ts";
import {
  addressRecord,
  type DnsRecord,
  onlyTheseRecord,
  pointerRecord,
  recordKey,
  serviceRecord,
  textRecord,
} from "../../../src/printers/discovery/dns/dns-record.ts";
import { domainName, nameKey, sameName } from "../../../src/printers/discovery/dns/domain-name.ts";
import { cutToBytes } from "../../../src/domain/text.ts";
import { MDNS_LIMITS } from "../../../src/printers/discovery/discovery-limits.ts";

const host = domainName("till.local");
const type = domainName("_ipp._tcp.local");
const instance = ["St. Pauli Küche", ...type];
const hex = (digits: string) => Buffer.from(digits.replaceAll(/\s/g, ""), "hex");

const RECORDS: Readonly<Record<string, DnsRecord>> = {
  A: addressRecord(host, "192.0.2.7", 120),
  "AAAA with a run of zeros": addressRecord(host, "fe80::fc:ff:fe00:1", 120),
  "AAAA of zeros at its end": addressRecord(host, "fd00:1::", 120),
  "AAAA in full": addressRecord(host, "2001:db8:1:2:3:4:5:6", 120),
  PTR: pointerRecord(type, instance, 4500),
  SRV: serviceRecord(instance, 9100, host, 120),
  TXT: textRecord(instance, ["txtvers=1", "ty=EPSON TM-T88V"], 4500),
  "TXT without strings": textRecord(instance, [], 4500),
  NSEC: onlyTheseRecord(instance, ["TXT", "SRV"], 120),
};

describe("a message", () => {
  for (const [name, record] of Object.entries(RECORDS)) {
    test(`comes back as it was: ${name}`, () => {
      const message: DnsMessage = {
        ...EMPTY_MESSAGE,
        isResponse: true,
        answers: [record, record],
        additionals: [{ ...record, ttl: 0, flush: !record.flush }],
      };
      expect(decodeMessage(encodeMessage(message))).toEqual(message);
    });
  }

  /** Bytes as two other programs read and write them, an own codec before this one and dns-packet by itself. */
  const RESPONSE = [
    "0007 8600 0001 0003 0001 0002",
    "045f697070 045f746370 056c6f63616c 00 000c 0001",
    "c00c 000c 0001 00001194 0013 1053742e205061756c69204bc3bc636865 c00c",
    "c02d 0021 8001 00000078 000d 0000 0000 238c 0474696c6c c016",
    "c052 0001 8001 00000078 0004 c0000207",
    "c02d 0010 8001 00001194 001b 09747874766572733d31 1074793d4550534f4e20544d2d54383856",
    "c052 001c 8001 00000078 0010 20010db8000100020003000400050006",
  ].join(" ");
  const LAST_OF_RESPONSE = "c02d 002f 8001 00000078 0009 c02d 0005 0000800040";

  test("is written and read as it stands in RFC 1035", () => {
    const message: DnsMessage = {
      id: 7,
      isResponse: true,
      isTruncated: true,
      questions: [{ name: type, type: "PTR", class: "IN", wantsUnicast: false }],
      answers: [RECORDS["PTR"], RECORDS["SRV"], RECORDS["A"]].flatMap((record) => record ?? []),
      authorities: [RECORDS["TXT"]].flatMap((record) => record ?? []),
      additionals: [RECORDS["AAAA in full"], RECORDS["NSEC"]].flatMap((record) => record ?? []),
    };
    const bytes = hex(RESPONSE + LAST_OF_RESPONSE);
    expect(Buffer.from(encodeMessage(message)).toString("hex")).toBe(bytes.toString("hex"));
    expect(decodeMessage(bytes)).toEqual(message);
  });

  test("of another program is read, names written out", () => {
    const bar = domainName("bar._ipp._tcp.local");
    const [typeHex, barHex] = [
      "045f697070 045f746370 056c6f63616c 00",
      "03626172 045f697070 045f746370 056c6f63616c 00",
    ];
    const bytes = hex(`0000 0000 0001 0001 0001 0000 ${typeHex} 000c 0001
      ${typeHex} 000c 0001 00001194 0015 ${barHex}
      ${barHex} 0021 0001 00000078 0011 0000 0000 0277 03626172 056c6f63616c 00`);
    expect(decodeMessage(bytes)).toEqual({
      ...EMPTY_MESSAGE,
      questions: [{ name: type, type: "PTR", class: "IN", wantsUnicast: false }],
      answers: [pointerRecord(type, bar, 4500)],
      authorities: [{ ...serviceRecord(bar, 631, domainName("bar.local"), 120), flush: false }],
    });
  });

  test("says when an answer to the asker alone will do, and which class is meant", () => {
    for (const [asked, name] of [
      ["8001", "IN"],
      ["80ff", "ANY"],
      ["8003", "UNKNOWN_3"],
    ] as const) {
      const bytes = hex(`000000000001000000000000 0474696c6c 056c6f63616c 00 00ff ${asked}`);
      const question = { name: host, type: "ANY", class: name, wantsUnicast: true };
      expect(decodeMessage(bytes)?.questions).toEqual([question]);
    }
  });

  test("keeps labels with dots, whatever they are of", () => {
    const label = fc.string({
      minLength: 1,
      maxLength: 15,
      unit: fc.constantFrom("a", ".", " ", "ü", "\\", "Z"),
    });
    fc.assert(
      fc.property(label, (text) => {
        const message = { ...EMPTY_MESSAGE, answers: [pointerRecord(type, [text, ...type], 120)] };
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
      }),
    );
  });

  test("writes a name once and points to it", () => {
    const { length } = encodeMessage({ ...EMPTY_MESSAGE, answers: [pointerRecord(type, instance, 1)] });
    // Head; `_ipp._tcp.local`, ten bytes; `St. Pauli Küche` and a pointer.
    expect(length).toBe(12 + 17 + 10 + 1 + Buffer.byteLength(instance[0] ?? "") + 2);
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
  for (const [name, bytes] of Object.entries(MALFORMED)) {
    test(`is not read: ${name}`, () => {
      expect(decodeMessage(hex(bytes))).toBeNull();
    });
  }

  test("but a name that is not UTF-8 is no reason not to read the rest", () => {
    const latin = `3f${"fc".repeat(63)}`;
    const record = `${latin}00 000c 0001 00000078 0041 ${latin}00`;
    const bytes = hex(`000084000000000200000000${record}${record}`);
    expect(decodeMessage(bytes)?.answers).toHaveLength(2);
  });

  test("never stops the program", () => {
    const TYPES = new Set<string>(Object.values(RECORDS).map((record) => record.type));
    const valid = encodeMessage({ ...EMPTY_MESSAGE, isResponse: true, answers: Object.values(RECORDS) });
    const damaged = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 })
      .map((changes) => changes.reduce((bytes, [at, value]) => bytes.with(at, value), valid));
    const anyType = fc
      .tuple(fc.nat(270), fc.uint8Array({ maxLength: 60 }))
      .map(([number, data]) =>
        Uint8Array.from([
          ...hex("0000 8400 0000 0001 0000 0000 0161 00"),
          ...hex(`${number.toString(16).padStart(4, "0")} 0001 00000078 00`),
          data.byteLength,
          ...data,
        ]),
      );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged, anyType), (bytes) => {
        const message = decodeMessage(bytes);
        const records =
          message === null ? [] : [...message.answers, ...message.authorities, ...message.additionals];
        for (const record of records) expect(() => recordKey(record)).not.toThrow();
        // Of what we send ourselves, all comes back; names that are not UTF-8 do not, and nobody sends them on.
        const isOurs = records.every((record) => TYPES.has(record.type) && record.class === "IN");
        if (
          message === null ||
          !isOurs ||
          /\uFFFD|UNKNOWN_|"wantsUnicast":true/.test(JSON.stringify(message))
        )
          return;
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
      questions: [{ name: ["x".repeat(64)], type: "A", class: "IN", wantsUnicast: false }],
    };
    expect(() => encodeMessage(long)).toThrow(RangeError);
  });

  test("tell records apart by data, not by life", () => {
    const record = addressRecord(host, "192.0.2.7", 120);
    expect(recordKey({ ...record, ttl: 1, flush: false })).toBe(recordKey(record));
    expect(recordKey(addressRecord(host, "192.0.2.8", 120))).not.toBe(recordKey(record));
  });
});
