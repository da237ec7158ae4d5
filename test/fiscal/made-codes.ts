import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { TseCode } from "../../src/fiscal/fiscal-code.ts";
import { readPublicPoint } from "../../src/fiscal/public-point.ts";
import { chainingValueAfter, firstChainingValue, signedText } from "../../src/fiscal/rksv-chain.ts";
import { readRksvCode } from "../../src/fiscal/rksv-code.ts";
import { logMessages } from "../../src/fiscal/tse-message.ts";

/* Codes as tills make them, signed with keys that are made for it. */

/** A key pair of a curve that the runtime has. */
export class MadeKey {
  private readonly key: KeyObject;

  constructor(readonly curve: "P-256" | "P-384" = "P-256") {
    this.key = generateKeyPairSync("ec", { namedCurve: curve }).privateKey;
  }

  /** SubjectPublicKeyInfo. */
  get spki(): Buffer {
    return createPublicKey(this.key).export({ type: "spki", format: "der" });
  }

  /** The point, uncompressed. */
  get point(): Uint8Array {
    return readPublicPoint(this.spki)?.uncompressed ?? new Uint8Array();
  }

  /** r and s, one after the other. */
  sign(hash: string, message: Uint8Array, dsaEncoding: "ieee-p1363" | "der" = "ieee-p1363"): Buffer {
    return sign(hash, message, { key: this.key, dsaEncoding });
  }
}

export interface GivenTse extends Partial<Omit<TseCode["fields"], "signature" | "publicKey">> {
  readonly key: MadeKey;
  readonly isDer?: boolean;
  readonly isSpki?: boolean;
}

/** The text of a German code. */
export function madeTse({ key, isDer = false, isSpki = false, ...given }: GivenTse): string {
  const fields = {
    version: "V0",
    till: "till-1",
    processType: "Kassenbeleg-V1",
    processData: "Beleg^11.90_0.00_0.00_0.00_0.00^11.90:Bar",
    transactionNumber: "1",
    signatureCounter: "2",
    startTime: "2026-03-01T10:00:00.000Z",
    logTime: "2026-03-01T10:00:05.000Z",
    algorithm: key.curve === "P-384" ? "ecdsa-plain-SHA384" : "ecdsa-plain-SHA256",
    timeFormat: "unixTime",
    signature: "",
    publicKey: (isSpki ? key.spki : key.point).toBase64(),
    ...given,
  };
  const [message = new Uint8Array()] = logMessages(fields, key.point);
  const hash = fields.algorithm.slice("ecdsa-plain-".length).toLowerCase();
  const signature = key.sign(hash, message, isDer ? "der" : "ieee-p1363").toBase64();
  return Object.values({ ...fields, signature }).join(";");
}

/** An Austrian till: its receipts are chained. */
export class MadeTill {
  private previous: string;
  private number = 0;

  constructor(
    readonly key: MadeKey,
    readonly name = "KASSE-1",
    readonly serial = "20f2ed172daa09e5",
  ) {
    this.previous = firstChainingValue(name);
  }

  /** The text of the next receipt's code. */
  next({ amount = "12,50", counter = "8MG8C1Kr7HA=", isOutage = false, day = 1 } = {}): string {
    this.number++;
    const time = `2026-03-${String(day).padStart(2, "0")}T12:00:${String(this.number % 60).padStart(2, "0")}`;
    const amounts = [amount, "0,00", "0,00", "0,00", "0,00"];
    const parts = [
      "R1-AT1",
      this.name,
      `B${this.number}`,
      time,
      ...amounts,
      counter,
      this.serial,
      this.previous,
    ];
    const unsigned = `_${parts.join("_")}`;
    const signature = isOutage
      ? Buffer.from("Sicherheitseinrichtung ausgefallen")
      : this.key.sign("sha256", Buffer.from(textToSign(unsigned)));
    const text = `${unsigned}_${signature.toBase64()}`;
    const code = readRksvCode(text);
    if (code === null) throw new Error("no code");
    this.previous = chainingValueAfter(code);
    return text;
  }
}

function textToSign(unsigned: string): string {
  const code = readRksvCode(`${unsigned}_${Buffer.alloc(64).toBase64()}`);
  if (code === null) throw new Error("no code");
  return signedText(code);
}
