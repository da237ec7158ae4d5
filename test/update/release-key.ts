import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { readSecretKey, signedDigest, writeSignature } from "../../src/update/signature.ts";

/* A key that signs nothing but what tests make: by minisign 0.11, without a password (`minisign -GW`). */

export const PUBLIC_KEY = "RWTEYfu5yf7cjiHiUT2YyLIzgaobJNjuAx2wRvqa+rrVlARCtGdXRljv";

export const PUBLIC_FILE = `untrusted comment: minisign public key 8EDCFEC9B9FB61C4\n${PUBLIC_KEY}\n`;

export const SECRET_FILE =
  "untrusted comment: minisign encrypted secret key\nRWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
  "AAAAxGH7ucn+3I5V3Ey2/lz0WL2eXy4X9zgNSAA2CqT28qy28EhTSikmiSHiUT2YyLIzgaobJNjuAx2wRvqa+rrVlARCtGdXRljvAAAAAAAAAAAAAAAA" +
  "AAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";

export const SECRET_KEY = readSecretKey(SECRET_FILE);

/** Signs a file as releases are. */
export async function sign(file: string, version: string): Promise<void> {
  const comment = `tillroll ${version} ${basename(file)}`;
  writeFileSync(`${file}.minisig`, writeSignature(await signedDigest(file), SECRET_KEY, comment));
}
