import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestTimeStamp } from "../../src/seals/time-stamp/authority.ts";
import { readDer } from "../../src/seals/time-stamp/der.ts";
import { readTimeStamp, timeStampFault, timeStampRequest } from "../../src/seals/time-stamp/time-stamp.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type AuthorityFaults, startAuthority, timeStampOf } from "../../scripts/faults/time-authority.ts";

const TEXT = '{"seal":1}';
const NEVER = new AbortController().signal;

describe("a time stamp", () => {
  test("is read, and is about the text that was sent", async () => {
    using authority = startAuthority();
    const before = Date.now();
    const response = await requestTimeStamp(authority.address, TEXT, NEVER);
    const stamp = readTimeStamp(response);
    expect(stamp.authority).toBe("CN=Test authority");
    // It has whole seconds.
    expect(stamp.at).toBeGreaterThan(before - 1001);
    expect(timeStampFault(response, TEXT)).toBeNull();
    expect(timeStampFault(response, `${TEXT} `)).toBe("the time stamp is of another text");
  });

  test("of which a byte of what was signed is another is found out", () => {
    const response = timeStampOf(timeStampRequest(TEXT, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)));
    const whole = Buffer.from(response).toString("latin1");
    const now = /\d{14}Z/.exec(whole)?.index ?? -1;
    expect(now).toBeGreaterThan(0);
    for (const at of [now + 3, response.byteLength - 1, response.byteLength - 20]) {
      const forged = new Uint8Array(response);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect({ at, fault: timeStampFault(forged, TEXT) }).toEqual({ at, fault: expect.any(String) });
    }
    for (let length = 0; length < response.byteLength; length += 7)
      expect(timeStampFault(response.subarray(0, length), TEXT)).not.toBeNull();
  });

  const CASES: readonly (AuthorityFaults & { readonly says: string })[] = [
    { status: 503, says: "it answered 503" },
    { refuses: true, says: "the authority refused (status 2)" },
    { repeats: true, says: "it answered another request" },
  ];

  test.each(CASES)("is none where $says", async ({ says, ...faults }) => {
    using authority = startAuthority();
    await requestTimeStamp(authority.address, TEXT, NEVER);
    authority.faults = faults;
    await expect(requestTimeStamp(authority.address, TEXT, NEVER)).rejects.toThrow(says);
  });

  test("is none where nobody answers, and no key of the address is told", async () => {
    const { address, [Symbol.dispose]: stop } = startAuthority();
    stop();
    const failed = requestTimeStamp(`${address}?key=secret`, TEXT, NEVER);
    await expect(failed).rejects.toThrow(
      /^The time-stamping authority 127\.0\.0\.1:\d+ gives none: it cannot be reached/,
    );
  });
});

test("what is no DER is refused, whatever it is", () => {
  for (const bytes of [[0x30], [0x30, 0x80], [0x30, 0x85, 1, 1, 1, 1, 1], [0x30, 2, 1], [0x30, 0x82, 1]])
    expect(() => readDer(Uint8Array.from(bytes))).toThrow();
});

const openssl = Bun.which("openssl");

describeUnless(openssl === null ? "there is no openssl" : null, "time stamps of OpenSSL", () => {
  const folder = temporaryFolder();
  const run = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([openssl ?? "", ...words], { cwd: folder });
    return { exitCode, said: `${stdout.toString()}${stderr.toString()}` };
  };

  test("are asked for, read, and verified with its certificate", async () => {
    writeFileSync(join(folder, "tsa.cnf"), CONFIGURATION);
    writeFileSync(join(folder, "serial"), "01");
    for (const words of PREPARATION) expect(run(...words.split(" "))).toMatchObject({ exitCode: 0 });
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        writeFileSync(join(folder, "query.tsq"), await request.bytes());
        run(..."ts -reply -config tsa.cnf -queryfile query.tsq -out answer.tsr".split(" "));
        return new Response(Bun.file(join(folder, "answer.tsr")));
      },
    });
    const response = await requestTimeStamp(`http://127.0.0.1:${server.port}/`, TEXT, NEVER);
    expect(readTimeStamp(response).authority).toBe("O=Test, CN=Authority");
    // As CHECK.txt says.
    writeFileSync(join(folder, "seal.tsr"), response);
    writeFileSync(join(folder, "seal.json"), TEXT);
    const verify = "ts -verify -in seal.tsr -data seal.json -CAfile ca.pem".split(" ");
    expect(run(...verify).said).toContain("Verification: OK");
    writeFileSync(join(folder, "seal.json"), `${TEXT} `);
    expect(run(...verify).exitCode).not.toBe(0);
  });
});

const CONFIGURATION = `
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
[stamping]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
signer_cert = stamping.pem
signer_key = stamping.key
certs = ca.pem
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
`;

const KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config tsa.cnf";
const PREPARATION = [
  `req -x509 ${KEY} -keyout ca.key -out ca.pem -subj /CN=Root -days 3650 -extensions authority`,
  `req ${KEY} -keyout stamping.key -out stamping.csr -subj /O=Test/CN=Authority`,
  "x509 -req -in stamping.csr -CA ca.pem -CAkey ca.key -set_serial 2 -out stamping.pem -days 3650 -extfile tsa.cnf -extensions stamping",
];
