import { describe, expect, test } from "bun:test";
import { TSE_FIELDS, type TseCode } from "../../src/fiscal/fiscal-code.ts";
import { readFiscalCode } from "../../src/fiscal/read-codes.ts";
import { judgeSignature, NO_KEYS } from "../../src/fiscal/signature.ts";
import { readTseCode } from "../../src/fiscal/tse-code.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { MadeKey, madeTse } from "./made-codes.ts";

/** DSFinV-K 2.4, annex I, 2: the example of a code, of a TSE with brainpoolP384r1. */
const EXAMPLE =
  "V0;AMA-2642;Kassenbeleg-V1;Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar;13;44131;2019-11-22T11:29:48.000Z;" +
  "2019-11-22T11:29:49.000Z;ecdsa-plain-SHA384;unixTime;K8zsZ6NjsBzo/Yd3Hba84aH3oT+c4Og5VcfJ7s6Dxz7UmAwtcKmzW16OkS/lm8pDE/" +
  "37JHoRlYofUTLNF+9bY5Jv7C2P4nuEaHwlVarbiJs3bYlgQmIXQDZnf+8FhfBm;BBXNYQErM4d9sk9Iy+0T6A4sdTocijml5X78Gq/At2uXTcs/3bZNNpyu" +
  "Hd+dpmY59yLh0xZcr9osHhkDAxsQumgjmtb3d9GIVnTaPCslEki84P1iHPiHKHfcszeQajPk3A==";

/** The example of the versions before, of a TSE with brainpoolP256r1, whose signature is DER. */
const OLD_EXAMPLE =
  "V0;955002-00;Kassenbeleg-V1;Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar;18;112;2019-07-10T18:41:04.000Z;" +
  "2019-07-10T18:41:04.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy" +
  "7PprXQ5O0seRgx4ltdpW9REvwA==;BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI+LYEmW5A37sLWHsyU7nSJUBemyU=";

function read(text: string): TseCode {
  const code = readTseCode(text);
  if (code === null) throw new Error("no code");
  return code;
}

const judge = (text: string) => judgeSignature(read(text), NO_KEYS);

/** A code with another value in a field. */
function altered(text: string, field: keyof TseCode["fields"], value: string): string {
  return text.split(";").with(TSE_FIELDS.indexOf(field), value).join(";");
}

describe("the examples of the specification", () => {
  test("are read field by field, and their signatures are right", () => {
    const code = read(EXAMPLE);
    expect(code.faults).toEqual([]);
    expect(code.total).toBe("7.05");
    expect(code.fields).toMatchObject({
      till: "AMA-2642",
      transactionNumber: "13",
      signatureCounter: "44131",
      logTime: "2019-11-22T11:29:49.000Z",
    });
    expect(judge(EXAMPLE)).toBe("valid");
    expect(read(OLD_EXAMPLE)).toMatchObject({ faults: [], total: "2.55" });
    expect(judge(OLD_EXAMPLE)).toBe("valid");
  });

  test.each([
    ["till", "AMA-2643"],
    ["processType", "KassenBeleg-V1"],
    ["processData", "Beleg^3.05_4.00_0.00_0.00_0.00^7.05:Bar"],
    ["transactionNumber", "14"],
    ["signatureCounter", "44132"],
    ["logTime", "2019-11-22T11:29:50.000Z"],
    ["algorithm", "ecdsa-plain-SHA256"],
    ["timeFormat", "generalizedTime"],
    ["publicKey", OLD_EXAMPLE.split(";").at(-1) ?? ""],
  ] as const)("do not fit with another %s", (field, value) => {
    const verdict = judge(altered(EXAMPLE, field, value));
    // A key of another curve has no signatures as long as this one.
    expect(verdict).toBe(field === "publicKey" ? "unreadable" : "mismatch");
  });
});

test.each([
  ["version", "V1", "unknown"],
  ["version", "V", null],
  ["till", "", "missing"],
  ["processType", "Rechnung", "unknown"],
  ["processType", "", "missing"],
  ["processData", "", "missing"],
  ["processData", "Bon^4.05_3.00_0.00_0.00_0.00^7.05:Bar", "unknown"],
  ["processData", "Beleg^4.05_3.00_0.00_0.00^7.05:Bar", "malformed"],
  ["processData", "Beleg^4,05_3.00_0.00_0.00_0.00^7.05:Bar", "malformed"],
  ["processData", "Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Karte", "malformed"],
  ["processData", "Beleg^4.05_3.00_0.00_0.00_0.00^7.06:Bar", "contradicting"],
  ["processData", "Beleg^4.05_3.00_0.00_0.00_0.00^", "contradicting"],
  ["transactionNumber", "13a", "malformed"],
  ["signatureCounter", "", "missing"],
  ["startTime", "2019-11-22 11:29:48", "malformed"],
  ["logTime", "2019-13-22T11:29:49.000Z", "malformed"],
  ["startTime", "2019-11-22T11:29:50.000Z", "contradicting"],
  ["algorithm", "rsa", "unknown"],
  ["timeFormat", "local", "unknown"],
  ["signature", "AAAA", "malformed"],
  ["publicKey", "AAAA", "malformed"],
] as const)("a %s of %p is told of as %p", (field, value, problem) => {
  const code = readTseCode(altered(EXAMPLE, field, value));
  if (problem === null) expect(code).toBeNull();
  // Of two times that contradict each other the later one is named.
  else if (field === "startTime" && problem === "contradicting")
    expect(code?.faults).toEqual([{ field: "logTime", problem }]);
  else expect(code?.faults).toEqual([{ field, problem }]);
});

test.each([
  ["Beleg^7.05_0.00_0.00_0.00_0.00^4.05:Bar_3.00:Unbar", "7.05"],
  ["Beleg^-7.05_0.00_0.00_0.00_0.00^-7.05:Bar", "-7.05"],
  // What 10 francs are worth nobody knows here.
  ["Beleg^7.05_0.00_0.00_0.00_0.00^10.00:Bar:CHF", "7.05"],
  ["AVTraining^0.00_0.00_0.00_0.00_0.00^", "0.00"],
])("%s is as the specification says", (processData, total) => {
  expect(read(altered(EXAMPLE, "processData", processData))).toMatchObject({ faults: [], total });
});

test("semicolons of an order stay in its data", () => {
  const processData = '2;"Eisbecher";3.99\r1;"Kaffee";2.99';
  const code = read(madeTse({ key: new MadeKey(), processType: "Bestellung-V1", processData }));
  expect(code).toMatchObject({ faults: [], total: null });
  expect(code.fields.processData).toBe(processData);
  expect(judgeSignature(code, NO_KEYS)).toBe("valid");
});

test.each(["V0;Shop;https://shop.example", "V0", "", "VCARD;1;2;3;4;5;6", "WIFI:S:shop;T:WPA;P:x;;"])(
  "%p is no code",
  (text) => expect(readFiscalCode(text)).toBeNull(),
);

test("a code that was cut off is told of by what is missing", () => {
  const code = read(EXAMPLE.slice(0, EXAMPLE.indexOf(";unixTime")));
  const missing = ["timeFormat", "signature", "publicKey"].map((field) => ({ field, problem: "missing" }));
  expect(code.faults).toEqual(missing as never);
  expect(judgeSignature(code, NO_KEYS)).toBe("unreadable");
});

describe("codes that are signed here", () => {
  test.each([
    [{}],
    [{ isDer: true }],
    [{ isSpki: true }],
    [{ timeFormat: "utcTime" }],
    [{ timeFormat: "utcTimeWithSeconds" }],
    [{ timeFormat: "generalizedTime" }],
    [{ timeFormat: "generalizedTimeWithMilliseconds" }],
    [{ algorithm: "ecdsa-plain-SHA512" }],
    [{ transactionNumber: "128", signatureCounter: "999999999999999" }],
    [{ till: "x".repeat(200) }],
  ])("%p: are right", (given) => {
    for (const curve of ["P-256", "P-384"] as const) {
      const text = madeTse({ key: new MadeKey(curve), ...given });
      expect(read(text).faults).toEqual([]);
      expect(judge(text)).toBe("valid");
    }
  });

  test("a signature of a kind that is not checked here is told of", () => {
    const text = altered(madeTse({ key: new MadeKey() }), "algorithm", "ecsdsa-plain-SHA256");
    expect(judge(text)).toBe("unsupported");
  });

  test("whatever is altered is found", () => {
    const random = new SeededRandom(17);
    const key = new MadeKey();
    for (let round = 0; round < 10; round++) {
      const transactionNumber = String(random.integer(0, 1_000_000));
      const text = madeTse({
        key,
        transactionNumber,
        signatureCounter: String(random.integer(0, 1_000_000)),
      });
      for (const field of TSE_FIELDS) {
        // A TSE signs the end of a transaction; when it began it has signed before.
        if (field === "startTime") continue;
        const value = read(text).fields[field];
        // Unix time has no milliseconds.
        const signed = field === "logTime" ? value.indexOf(".") : value.length;
        const at = random.integer(0, signed - 1);
        const other = value[at] === "7" ? "3" : "7";
        const changed = readTseCode(altered(text, field, value.slice(0, at) + other + value.slice(at + 1)));
        const isFound =
          changed === null || changed.faults.length > 0 || judgeSignature(changed, NO_KEYS) !== "valid";
        // The last digit of base64 may have bits that nobody reads.
        const isSame = changed?.fields[field] !== undefined && isSameBase64(value, changed.fields[field]);
        expect([field, isFound || isSame]).toEqual([field, true]);
      }
    }
  });
});

function isSameBase64(one: string, other: string): boolean {
  return Buffer.from(one, "base64").equals(Buffer.from(other, "base64")) && one.endsWith("=");
}
