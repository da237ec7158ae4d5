import { X509Certificate } from "node:crypto";
import { decodeBase64 } from "../domain/base64.ts";
import { badRequest } from "../domain/errors.ts";
import { FISCAL_LIMITS } from "./limits.ts";
import { readPublicPoint } from "./public-point.ts";

/** What the owner of a till gives, so that signatures can be checked. */
export interface FiscalCertificate {
  /** As codes have it; see {@link serialNames}. */
  readonly serial: string;
  /** Whose it is; empty for a key without a certificate. */
  readonly subject: string;
  /** The point, uncompressed. */
  readonly publicKey: Uint8Array;
}

/** A certificate as it is stored. */
export interface StoredCertificate extends FiscalCertificate {
  readonly id: number;
  readonly createdAt: number;
}

const ARMOUR = /-----(BEGIN|END) [A-Z ]+-----/g;

/**
 * Reads a certificate (X.509) or a public key, each as PEM or as the base64 of its DER. Whether the certificate is valid, and who
 * issued it, is not looked at.
 * @param serial of a key: which codes have it, such as U:ATU12345678-K0; `null` for that of the certificate
 * @throws TillrollError BAD_REQUEST
 */
export function readCertificate(text: string, serial: string | null): FiscalCertificate {
  const bytes = decodeBase64(text.replaceAll(ARMOUR, "").replaceAll(/\s+/g, ""));
  if (bytes === null || bytes.length === 0 || bytes.length > FISCAL_LIMITS.certificateBytes)
    throw refused("is neither PEM nor base64 of a certificate or key.");
  const certificate = certificateOf(bytes);
  const point = readPublicPoint(certificate === null ? bytes : keyOf(certificate));
  if (point === null) throw refused("has no key of an elliptic curve that signature units use.");
  if (certificate === null && serial === null)
    throw badRequest([{ path: "serial", message: "is missing: a key says not which codes are its." }]);
  return {
    serial: canonicalSerial(serial ?? certificate?.serialNumber ?? ""),
    subject: certificate?.subject.replaceAll("\n", ", ") ?? "",
    publicKey: point.uncompressed,
  };
}

function certificateOf(bytes: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(bytes);
  } catch {
    // It may be a key.
    return null;
  }
}

function keyOf(certificate: X509Certificate): Uint8Array {
  return certificate.publicKey.export({ type: "spki", format: "der" });
}

function refused(message: string) {
  return badRequest([{ path: "certificate", message }]);
}

const HEXADECIMAL = /^-?[0-9a-f]+$/;

/** Serial numbers are written with and without zeros at the beginning, in capitals or not. */
function canonicalSerial(serial: string): string {
  const lower = serial.trim().toLowerCase();
  return HEXADECIMAL.test(lower) ? lower.replace(/^(-?)0+(?=.)/, "$1") : serial.trim();
}

/** Under which serials the certificate of a code may be known: some tills write it in decimal digits. */
export function serialNames(serial: string): string[] {
  const decimal = /^\d+$/.test(serial) ? [BigInt(serial).toString(16)] : [];
  return [canonicalSerial(serial), ...decimal];
}
