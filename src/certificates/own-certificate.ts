import { join } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { writeDurably } from "../platform/durable-files.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { readCertificates, writeCertificates } from "./certificate-file.ts";
import { checkKeyedCertificate, type KeyedCertificate } from "./certificate-text.ts";

/**
 * Keeps a certificate of the owner's own in the data folder, and has it shown from the next look on.
 * @param own `null` for that of the local authority
 * @throws TillrollError BAD_REQUEST when the two do not belong together, STORAGE_UNAVAILABLE
 */
export function keepOwnCertificate(folder: string, own: KeyedCertificate | null): void {
  const paths = {
    certificate: join(folder, "tillroll.own-certificate.pem"),
    key: join(folder, "tillroll.own-key.pem"),
  };
  if (own !== null) {
    checkKeyedCertificate(own);
    try {
      writeDurably(paths.key, own.key, PRIVATE_FILE_MODE);
      writeDurably(paths.certificate, own.certificate, PRIVATE_FILE_MODE);
    } catch (error) {
      throw new TillrollError("STORAGE_UNAVAILABLE", `The certificate cannot be kept: ${sentenceOf(error)}`);
    }
  }
  writeCertificates(folder, { ...readCertificates(folder), own: own === null ? null : paths });
}
