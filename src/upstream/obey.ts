import type { PrintSource } from "./print-source.ts";
import type { ErasureOrder, PrintIdentity, WantedPrint } from "./protocol.ts";

/**
 * Erases what was erased at the archive, where the shop has it.
 * @param erase returns whether the print is gone; one that is being printed, or is held, is erased another time
 * @returns the orders that need not be told again
 */
export async function obey(
  source: PrintSource,
  workspaceId: number,
  orders: readonly ErasureOrder[],
  erase: (printId: number, reason: string) => Promise<boolean>,
): Promise<PrintIdentity[]> {
  const obeyed: PrintIdentity[] = [];
  for (const { ordinal, fingerprint, createdAt, reason } of orders) {
    const print = source.inSnapshot(() => source.printAt(workspaceId, ordinal));
    const isIt =
      print !== null &&
      print.removed !== "erased" &&
      (print.fingerprints?.includes(fingerprint) ?? print.times.includes(createdAt));
    if (!isIt || (await erase(print.id, reason))) obeyed.push({ ordinal, fingerprint });
  }
  return obeyed;
}

/** The ordinals of the prints whose bytes an archive wants, of those that the shop has whole. */
export function wantedOrdinals(
  source: PrintSource,
  workspaceId: number,
  wanted: readonly WantedPrint[],
): number[] {
  return wanted.flatMap(({ ordinal, fingerprint }) => {
    const isThere = source.inSnapshot(() => {
      const print = source.printAt(workspaceId, ordinal);
      return print?.fingerprints?.[0] === fingerprint && source.areBytesWhole(print.id);
    });
    return isThere ? [ordinal] : [];
  });
}
