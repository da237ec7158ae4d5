import { join } from "node:path";
import { type SecretKey, signedDigest, writeSignature } from "../../src/update/signature.ts";

/**
 * Signs files of a release, each in a file beside it, as minisign and `tillroll update` check them.
 * @param folder where they are
 * @throws Error when a file cannot be read
 */
export async function signFiles(
  folder: string,
  files: readonly string[],
  key: SecretKey,
  version: string,
): Promise<void> {
  for (const file of files) {
    const digest = await signedDigest(join(folder, file));
    const comment = `tillroll ${version} ${file}`;
    await Bun.write(join(folder, `${file}.minisig`), writeSignature(digest, key, comment));
  }
}
