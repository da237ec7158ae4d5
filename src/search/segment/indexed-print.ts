/** What the index holds of a print. Times are epoch milliseconds. */
export interface IndexedPrint {
  readonly id: number;
  readonly ordinal: number;
  readonly printKey: string;
  readonly label: string | null;
  readonly deviceId: string | null;
  /** JSON text of the tags. */
  readonly tag: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** The columns of {@link IndexedPrint}, for a SELECT on `print`. */
export const INDEXED_COLUMNS =
  "print.id, ordinal, print_key AS printKey, label, device_id AS deviceId, tag, created_at AS createdAt, " +
  "updated_at AS updatedAt, deleted_at AS deletedAt";

/** Bytes that a print weighs in memory, roughly. */
export function weightOf({ printKey, label, deviceId, tag }: IndexedPrint): number {
  return 200 + printKey.length + (label?.length ?? 0) + (deviceId?.length ?? 0) + tag.length * 2;
}
