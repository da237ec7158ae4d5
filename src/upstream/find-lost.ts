import type { PrintIdentity } from "../contract/upstream-messages.ts";

/**
 * Finds the first ordinal whose print an archive lacks, by halves: all before it are there, as they were sent in order.
 * @param end the ordinal after the last print
 * @param identityBefore tells the last print at or before an ordinal that can be told, `null` where there is none
 * @param has asks the archive
 */
export async function firstLacking(
  end: number,
  identityBefore: (ordinal: number) => PrintIdentity | null,
  has: (print: PrintIdentity) => Promise<boolean>,
): Promise<number> {
  let [there, lacking] = [0, end];
  while (there < lacking) {
    const middle = there + Math.floor((lacking - there) / 2);
    const print = identityBefore(middle);
    // Those before it that cannot be told are purged: they are not sent, and so none is lacking.
    if (print === null || print.ordinal < there) there = middle + 1;
    else if (await has(print)) there = middle + 1;
    else lacking = print.ordinal;
  }
  return there;
}
