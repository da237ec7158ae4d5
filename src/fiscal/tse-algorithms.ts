/** How a TSE signs. */
export interface SignatureAlgorithm {
  /** BSI TR-03111, 5.2.1: the object identifier that is part of what is signed. */
  readonly oid: readonly number[];
  /** The name of the hash for `Bun.CryptoHasher`; `null` where signatures of the kind are not checked here. */
  readonly hash:
    "sha224" | "sha256" | "sha384" | "sha512" | "sha3-224" | "sha3-256" | "sha3-384" | "sha3-512" | null;
}

/** bsi-de, algorithms, id-ecc, signatures: below it 1 is ecdsa-plain, 4 is ecsdsa-plain. */
const SIGNATURES = [0, 4, 0, 127, 0, 7, 1, 1, 4];

/** BSI TR-03111, 5.2.1: ecdsa-plain with each hash, by the last number of its identifier. */
const ECDSA_PLAIN: Readonly<Record<string, readonly [number, NonNullable<SignatureAlgorithm["hash"]>]>> = {
  SHA224: [2, "sha224"],
  SHA256: [3, "sha256"],
  SHA384: [4, "sha384"],
  SHA512: [5, "sha512"],
  "SHA3-224": [8, "sha3-224"],
  "SHA3-256": [9, "sha3-256"],
  "SHA3-384": [10, "sha3-384"],
  "SHA3-512": [11, "sha3-512"],
};

const ECSDSA_PLAIN: Readonly<Record<string, number>> = { SHA224: 1, SHA256: 2, SHA384: 3, SHA512: 4 };

const NAME = /^(ecdsa|ecsdsa)-plain-(SHA(?:3-)?\d{3})$/i;

/** The algorithm of a name as codes have it (BSI TR-03153, DSFinV-K), such as `ecdsa-plain-SHA256`; `null` where it is none. */
export function signatureAlgorithm(name: string): SignatureAlgorithm | null {
  const [, kind = "", hashName = ""] = NAME.exec(name) ?? [];
  const upper = hashName.toUpperCase();
  if (kind.toLowerCase() === "ecsdsa") {
    const last = ECSDSA_PLAIN[upper];
    return last === undefined ? null : { oid: [...SIGNATURES, 4, last], hash: null };
  }
  const found = ECDSA_PLAIN[upper];
  return found === undefined ? null : { oid: [...SIGNATURES, 1, found[0]], hash: found[1] };
}
