import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import * as x509 from "@peculiar/asn1-x509";
import type { KeyObject } from "node:crypto";
import { isIPv4 } from "../domain/address-blocks.ts";

/*
 * Writes certificates (RFC 5280) by the schema on which @peculiar/x509 is built: that one's own generator only promises a
 * certificate, and whoever starts, looks or renews needs it at once.
 */

/** ECDSA with SHA-256 (RFC 5758). */
const SIGNATURE = new x509.AlgorithmIdentifier({ algorithm: "1.2.840.10045.4.3.2" });

const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags;

/** Bytes of a serial number: nobody can guess it, and it fits the 20 that RFC 5280 allows. */
const SERIAL_BYTES = 16;

/** Bytes of what tells keys apart, RFC 7093's first method. */
const KEY_IDENTIFIER_BYTES = 20;

/** Who issues. */
export interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

interface CertificateFacts {
  /** The common name. */
  readonly name: string;
  readonly publicKey: KeyObject;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** Names and blocks of addresses that an authority may vouch for. */
export interface NameLimits {
  /** Domains: each stands for itself and all below it. */
  readonly domains: readonly string[];
  /** As `10.0.0.0/8`. */
  readonly blocks: readonly string[];
}

const crypto = () => process.getBuiltinModule("node:crypto");

/**
 * The certificate of an authority that signs itself. It may vouch for servers only, with the given names, and for no
 * further authority: whoever has its key can pass for nobody on the internet, and sign no program.
 * @returns DER
 */
export function writeAuthority(
  facts: CertificateFacts,
  privateKey: KeyObject,
  { domains, blocks }: NameLimits,
): Uint8Array<ArrayBuffer> {
  const permittedSubtrees = new x509.GeneralSubtrees(
    [...domains, ...blocks].map((limit) => new x509.GeneralSubtree({ base: generalName(limit) })),
  );
  return write(facts, { ...facts, privateKey }, [
    extension(
      x509.id_ce_basicConstraints,
      true,
      new x509.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
    ),
    extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(keyCertSign | cRLSign)),
    extension(x509.id_ce_nameConstraints, true, new x509.NameConstraints({ permittedSubtrees })),
  ]);
}

/** The certificate of a server. @param hosts its names, and its addresses without brackets @returns DER */
export function writeLeaf(
  facts: CertificateFacts,
  issuer: Issuer,
  hosts: readonly string[],
): Uint8Array<ArrayBuffer> {
  const keyIdentifier = new x509.KeyIdentifier(identifierOf(issuer.publicKey));
  return write(facts, issuer, [
    extension(x509.id_ce_basicConstraints, true, new x509.BasicConstraints()),
    extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(digitalSignature)),
    extension(x509.id_ce_subjectAltName, false, new x509.SubjectAlternativeName(hosts.map(generalName))),
    extension(x509.id_ce_authorityKeyIdentifier, false, new x509.AuthorityKeyIdentifier({ keyIdentifier })),
  ]);
}

/** @param extensions beside those that each certificate has */
function write(
  { name, publicKey, from, until }: CertificateFacts,
  issuer: Issuer,
  extensions: readonly x509.Extension[],
): Uint8Array<ArrayBuffer> {
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: newSerialNumber(),
    signature: SIGNATURE,
    issuer: distinguishedName(issuer.name),
    validity: new x509.Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
    subject: distinguishedName(name),
    subjectPublicKeyInfo: publicKeyInfo(publicKey),
    extensions: new x509.Extensions([
      ...extensions,
      extension(x509.id_ce_extKeyUsage, false, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
      extension(
        x509.id_ce_subjectKeyIdentifier,
        false,
        new x509.SubjectKeyIdentifier(identifierOf(publicKey)),
      ),
    ]),
  });
  const signed = new Uint8Array(AsnConvert.serialize(tbsCertificate));
  const signatureValue = new Uint8Array(crypto().sign("sha256", signed, issuer.privateKey)).buffer;
  const certificate = new x509.Certificate({ tbsCertificate, signatureAlgorithm: SIGNATURE, signatureValue });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

function extension(extnID: string, critical: boolean, value: object): x509.Extension {
  return new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function newSerialNumber(): ArrayBuffer {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  // Not negative, and without a first byte that says nothing.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
}

function distinguishedName(name: string): x509.Name {
  const part = (type: string, utf8String: string) => {
    const value = new x509.AttributeValue({ utf8String });
    return new x509.RelativeDistinguishedName([new x509.AttributeTypeAndValue({ type, value })]);
  };
  // Organization and common name (RFC 5280, appendix A.1).
  return new x509.Name([part("2.5.4.10", "Tillroll"), part("2.5.4.3", name)]);
}

function publicKeyInfo(key: KeyObject): x509.SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: "spki", format: "der" }), x509.SubjectPublicKeyInfo);
}

function identifierOf(key: KeyObject): Uint8Array {
  const { subjectPublicKey } = publicKeyInfo(key);
  return new Bun.CryptoHasher("sha256").update(subjectPublicKey).digest().subarray(0, KEY_IDENTIFIER_BYTES);
}

/** @param host a name, an address or a block of addresses */
function generalName(host: string): x509.GeneralName {
  const isAddress = host.includes(":") || isIPv4(host.replace(/\/\d+$/, ""));
  return new x509.GeneralName(isAddress ? { iPAddress: host } : { dNSName: host });
}
