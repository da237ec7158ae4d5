import { compareRecords, type DnsRecord } from "../dns/dns-record.ts";

/**
 * Who has a name when two ask for it at the same time (RFC 6762, section 8.2): whose records come later in the order of
 * class, type and data.
 * @returns below 0 when ours come first, which loses; 0 when they are the same
 */
export function compareClaims(ours: readonly DnsRecord[], theirs: readonly DnsRecord[]): number {
  const [left, right] = [ours.toSorted(compareRecords), theirs.toSorted(compareRecords)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [mine, other] = [left[index], right[index]];
    if (mine === undefined || other === undefined) break;
    const order = compareRecords(mine, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
