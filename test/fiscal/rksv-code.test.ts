import { describe, expect, test } from "bun:test";
import { readCertificate, serialNames } from "../../src/fiscal/certificate.ts";
import { RKSV_FIELDS, type RksvCode } from "../../src/fiscal/fiscal-code.ts";
import { readPublicPoint } from "../../src/fiscal/public-point.ts";
import { codesOfReceipt, readFiscalCode } from "../../src/fiscal/read-codes.ts";
import { chainingValueAfter, firstChainingValue } from "../../src/fiscal/rksv-chain.ts";
import { readRksvCode } from "../../src/fiscal/rksv-code.ts";
import { judgeSignature, NO_KEYS } from "../../src/fiscal/signature.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { MadeKey, MadeTill } from "./made-codes.ts";

/** The examples of the specification's own demonstration: a receipt, one for training, and one in letters. */
const RECEIPT =
  "_R1-AT0_DEMO-CASH-BOX524_366587_2015-12-17T11:23:44_34,77_59,64_38,13_0,00_0,00_8MG8C1Kr7HA=_20f2ed172daa09e5_" +
  "xTfZvkBSTr4=_GeWps9kci+fUqKLymS1pHlIbv0L8Oek+v6TDmZj9Ffucb8yvSijqZ8LcBalV9lADMXQ8U3itViKkd/i1Ba22BA==";
const TRAINING =
  "_R1-AT0_DEMO-CASH-BOX524_366596_2015-12-17T11:23:44_0,00_0,00_3,64_-2,60_1,79_VFJB_47be737cb1f6d1f1_ZvNxJw6a1A4=_" +
  "J7YC28zquHfHzMpx02TqElbXOTSgXQu5JAA9Xu1Xzzu5p8eUYT+sgmyhzRps5nYyEp5Yh8ATIa9130zmuiACHw==";
const IN_LETTERS =
  "_R1-AT0_DEMO-CASH-BOX524_366610_2015-12-17T11:23:44_0,00_0,00_0,00_0,00_0,00_BZ4B7BUYEEVO6===_47be737cb1f6d1f1_" +
  "QQFOC5BE2KG3G===_KG6PVF3PSMLN6NARMAP6QJHL7V5BZJQJ7VJBHIKK7FDDFJBMGC6UXRRHQQJ3NVVIDZMOQ4BQNAWQ2SAOOSZQVRQ7CKWP2Q4GHUWVEJA=";
/** The same as a symbol has it. */
const AS_SYMBOL =
  "_R1-AT0_DEMO-CASH-BOX524_366610_2015-12-17T11:23:44_0,00_0,00_0,00_0,00_0,00_DngfhpghKu8=_47be737cb1f6d1f1_" +
  "hArhdCTSjbM=_Ubz6l2+TFt80EWAf6CTr/Xocpgn9UhOhSvlGMqQsML1LxieEE7bWqB5Y6HAwaC0NSA50swrGHxKs/UOGPS1SJA==";
/** The first receipt of a till of another maker. */
const FIRST =
  "_R1-AT1_fiskaltrust5_ft0#1_2022-03-11T15:00:37_0,00_0,00_0,00_0,00_0,00_q/bxNvA=_359aff00_P5AumsFgq2E=_" +
  "2LQKxOBDshUlYY0RBHh88G1ROimoWvuADlR2ecxIoMkhvvCZ119ldjf2zwUfxaVFsSjhvCiE5v1qCUW9EkPelg==";

function read(text: string): RksvCode {
  const code = readRksvCode(text);
  if (code === null) throw new Error("no code");
  return code;
}

function altered(text: string, field: keyof RksvCode["fields"], value: string): string {
  return text
    .split("_")
    .with(RKSV_FIELDS.indexOf(field) + 1, value)
    .join("_");
}

describe("the examples of the specification", () => {
  test("are read field by field", () => {
    expect(read(RECEIPT)).toMatchObject({ faults: [], total: "132.54", isTraining: false, isOutage: false });
    expect(read(RECEIPT).fields).toMatchObject({ till: "DEMO-CASH-BOX524", receiptNumber: "366587" });
    expect(read(TRAINING)).toMatchObject({ faults: [], total: "2.83", isTraining: true });
    expect(read(FIRST)).toMatchObject({ faults: [], total: "0.00" });
  });

  test("are the same in letters and in a symbol", () => {
    expect(read(IN_LETTERS).text).toBe(AS_SYMBOL);
    expect(read(IN_LETTERS)).toEqual(read(AS_SYMBOL));
  });

  test("are chained: the next receipt has the value of this one, the first one that of the till's name", () => {
    // That of receipt 366588 of the same demonstration.
    expect(chainingValueAfter(read(RECEIPT))).toBe("5HjRCx+XIz4=");
    expect(firstChainingValue("fiskaltrust5")).toBe(read(FIRST).fields.chainingValue);
  });
});

test.each([
  ["suite", "R2-AT1", "unknown"],
  ["till", "", "missing"],
  ["receiptNumber", "", "missing"],
  ["time", "2015-12-17 11:23:44", "malformed"],
  ["time", "2015-12-32T11:23:44", "malformed"],
  ["amountNormal", "34.77", "malformed"],
  ["amountSpecial", "0", "malformed"],
  ["turnoverCounter", "AAA", "malformed"],
  ["certificateSerial", "no serial", "malformed"],
  ["chainingValue", "xTfZvkBS", "malformed"],
  ["signature", "AAAA", "malformed"],
  ["signature", "", "missing"],
] as const)("a %s of %p is told of as %p", (field, value, problem) => {
  expect(readRksvCode(altered(RECEIPT, field, value))?.faults).toEqual([{ field, problem }]);
});

test("a closed system has its own numbers, and no certificates", () => {
  const closed = "U:ATU12345678-K0";
  expect(read(altered(RECEIPT, "certificateSerial", closed)).faults).toEqual([]);
  const contradicting = altered(altered(RECEIPT, "certificateSerial", closed), "suite", "R1-AT1");
  expect(read(contradicting).faults).toEqual([{ field: "certificateSerial", problem: "contradicting" }]);
});

test("a signature unit that is out of order is told of", () => {
  const code = read(new MadeTill(new MadeKey()).next({ isOutage: true }));
  expect(code).toMatchObject({ faults: [], isOutage: true });
  expect(judgeSignature(code, NO_KEYS)).toBe("outage");
});

test("what goes on over lines is read as one code, and once where a symbol has it, too", () => {
  const lines = ["Summe 0,00", "", ...(IN_LETTERS.match(/.{1,42}/g) ?? []), "Danke"];
  expect(codesOfReceipt([], lines).map(({ text }) => text)).toEqual([AS_SYMBOL]);
  expect(codesOfReceipt([AS_SYMBOL], lines)).toHaveLength(1);
  expect(codesOfReceipt([], lines.slice(0, 4))).toEqual([]);
});

test.each(["_R1-AT0_", "R1-AT0_till_1", "_R1_AT0_a_b_c_d_e_f", "https://shop.example/_R1-AT1_"])(
  "%p is no code",
  (text) => expect(readFiscalCode(text)).toBeNull(),
);

describe("signatures", () => {
  const key = new MadeKey();
  const find = (serial: string) => (serial === "20f2ed172daa09e5" ? readPublicPoint(key.spki) : null);

  test("are checked with the key of the certificate that the code names", () => {
    const text = new MadeTill(key).next();
    expect(judgeSignature(read(text), find)).toBe("valid");
    expect(judgeSignature(read(text), NO_KEYS)).toBe("no-certificate");
    expect(judgeSignature(read(new MadeTill(new MadeKey()).next()), find)).toBe("mismatch");
  });

  test("whatever is altered is found", () => {
    const random = new SeededRandom(18);
    const till = new MadeTill(key);
    for (let round = 0; round < 10; round++) {
      const text = till.next({ amount: `${random.integer(0, 999)},00` });
      for (const field of RKSV_FIELDS) {
        const value = read(text).fields[field];
        const at = random.integer(0, value.length - 1);
        const other = value[at] === "7" ? "3" : "7";
        const changed = readRksvCode(altered(text, field, value.slice(0, at) + other + value.slice(at + 1)));
        const isFound =
          changed === null || changed.faults.length > 0 || judgeSignature(changed, find) !== "valid";
        const isSame =
          value.endsWith("=") && Buffer.from(value, "base64").toHex() === changedBytes(changed, field);
        expect([field, isFound || isSame]).toEqual([field, true]);
      }
    }
  });

  test("a key and its serial number are taken as PEM and as base64", () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${key.spki.toBase64()}\n-----END PUBLIC KEY-----\n`;
    for (const text of [pem, key.spki.toBase64()])
      expect(readCertificate(text, "00AB").publicKey).toEqual(key.point);
    expect(readCertificate(pem, "00AB").serial).toBe("ab");
    expect(() => readCertificate(pem, null)).toThrow(/serial/);
    expect(() => readCertificate("hello!", "1")).toThrow(/PEM/);
    expect(() => readCertificate(Buffer.from("hello").toBase64(), "1")).toThrow(/elliptic curve/);
  });

  test("a serial number in decimal digits is found as well", () => {
    expect(serialNames("0020F2")).toEqual(["20f2"]);
    expect(serialNames("4660")).toContain("1234");
  });
});

function changedBytes(code: RksvCode | null, field: keyof RksvCode["fields"]): string {
  return Buffer.from(code?.fields[field] ?? "", "base64").toHex();
}
