import { fingerprintOfTime } from "../storage/print-identity.ts";
import type { FoundPrint, PrintSource } from "./print-source.ts";
import type { ErasureOrder, PrintIdentity, WantedPrint } from "../contract/upstream-messages.ts";

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
    const isMeant = print !== null && print.removed !== "erased" && isOf(print, fingerprint, createdAt);
    if (!isMeant || (await erase(print.id, reason))) obeyed.push({ ordinal, fingerprint });
  }
  return obeyed;
}

/** Whether a print is the one of an order. That of one whose bytes were never sent has its time alone. */
function isOf({ fingerprints, times }: FoundPrint, fingerprint: string, createdAt: number): boolean {
  if (!times.includes(createdAt)) return false;
  return (
    fingerprints === null ||
    fingerprints.includes(fingerprint) ||
    fingerprintOfTime(createdAt).toHex() === fingerprint
  );
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
      // One that cannot be sent would be wanted at once again, and again.
      return (
        print?.isWhole === true && print.fingerprints?.[0] === fingerprint && source.areBytesWhole(print.id)
      );
    });
    return isThere ? [ordinal] : [];
  });
}
