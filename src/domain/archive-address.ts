/**
 * Where a shop finds an archive, with what tells it that it is the right one.
 * @param address without a last slash
 * @param fingerprint SHA-256 of the certificate of the archive's own authority, in whatever form; `null` where browsers know it
 */
export function archiveAddress(address: string, fingerprint: string | null): string {
  if (fingerprint === null || !address.startsWith("https:")) return address;
  return `${address}#${fingerprint.replaceAll(":", "").toLowerCase()}`;
}

/** What is typed at a shop. */
export function joinCommand(address: string, code: string): string {
  return `tillroll upstream join ${address} ${code}`;
}
