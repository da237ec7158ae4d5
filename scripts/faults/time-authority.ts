import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { contentOf, der, readOne, TAG, within } from "../../src/seals/time-stamp/der.ts";
import { REPLY_TYPE } from "../../src/seals/time-stamp/time-stamp.ts";

/*
 * A time-stamping authority of our own (RFC 3161): it answers as a real one, with a certificate that nobody vouches for.
 */

const UTC_TIME = 0x17;
const UTF8_TEXT = 0x0c;
const CONTEXT_0 = 0xa0;

const OID = {
  commonName: "550403",
  ecdsa: "2a8648ce3d040302",
  sha256: "608648016503040201",
  signedData: "2a864886f70d010702",
  timeStampInfo: "2a864886f70d0109100104",
  contentType: "2a864886f70d010903",
  messageDigest: "2a864886f70d010904",
  policy: "2a0304",
} as const;

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const oid = (identifier: string) => der(TAG.oid, Uint8Array.fromHex(identifier));
const integer = (value: number) => der(TAG.integer, Uint8Array.of(value));
const sequence = (...parts: Uint8Array[]) => der(TAG.sequence, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const SHA256 = sequence(oid(OID.sha256), der(TAG.none));
const ECDSA = sequence(oid(OID.ecdsa));

/** What it can be told to do wrong. */
export interface AuthorityFaults {
  status?: number;
  refuses?: boolean;
  /** It answers what was asked before. */
  repeats?: boolean;
}

export interface TestAuthority extends Disposable {
  readonly address: string;
  /** How many time stamps it was asked for. */
  asked: number;
  faults: AuthorityFaults;
}

/** Starts one. */
export function startAuthority(): TestAuthority {
  let last: Uint8Array<ArrayBuffer> | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      authority.asked++;
      const { status = 200, refuses = false, repeats = false } = authority.faults;
      if (status !== 200) return new Response("", { status });
      const query = await request.bytes();
      const answer = repeats && last !== null ? last : new Uint8Array(refuses ? REFUSAL : timeStampOf(query));
      last = answer;
      return new Response(answer, { headers: { "Content-Type": REPLY_TYPE } });
    },
  });
  const authority: TestAuthority = {
    address: `http://127.0.0.1:${server.port}/tsr`,
    asked: 0,
    faults: {},
    [Symbol.dispose]: () => void server.stop(true),
  };
  return authority;
}

const REFUSAL = sequence(sequence(integer(2)));

/** The answer to a request. */
export function timeStampOf(query: Uint8Array): Uint8Array {
  const [, imprint, nonce] = within(readOne(query), TAG.sequence);
  if (imprint === undefined || nonce === undefined) throw new Error("a request without imprint or nonce");
  contentOf(nonce, TAG.integer);
  const now = text(TAG.time, `${new Date().toISOString().replace(/[-:T]|\.\d+/g, "")}`);
  const info = sequence(integer(1), oid(OID.policy), imprint.whole, integer(7), now, nonce.whole);
  const attributes = [
    sequence(oid(OID.contentType), der(TAG.set, oid(OID.timeStampInfo))),
    sequence(
      oid(OID.messageDigest),
      der(TAG.set, der(TAG.octets, createHash("sha256").update(info).digest())),
    ),
  ];
  const signature = sign("sha256", der(TAG.set, ...attributes), privateKey);
  const signer = sequence(
    integer(1),
    sequence(NAME, integer(1)),
    SHA256,
    der(CONTEXT_0, ...attributes),
    ECDSA,
    der(TAG.octets, signature),
  );
  const signed = sequence(
    integer(3),
    der(TAG.set, SHA256),
    sequence(oid(OID.timeStampInfo), der(CONTEXT_0, der(TAG.octets, info))),
    der(CONTEXT_0, certificate()),
    der(TAG.set, signer),
  );
  return sequence(sequence(integer(0)), sequence(oid(OID.signedData), der(CONTEXT_0, signed)));
}

const NAME = sequence(der(TAG.set, sequence(oid(OID.commonName), text(UTF8_TEXT, "Test authority"))));

function certificate(): Uint8Array {
  const validity = sequence(text(UTC_TIME, "260101000000Z"), text(UTC_TIME, "460101000000Z"));
  const key = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  const signed = sequence(der(CONTEXT_0, integer(2)), integer(1), ECDSA, NAME, validity, NAME, key);
  return sequence(signed, ECDSA, der(TAG.bits, Uint8Array.of(0), sign("sha256", signed, privateKey)));
}
