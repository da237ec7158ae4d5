/** How far the prints that were there have been looked through. */
export interface CardScanState {
  readonly workspaceId: number;
  readonly nextOrdinal: number;
  readonly endOrdinal: number;
  /** Prints that have card numbers. */
  readonly found: number;
}

/** A print with full card numbers. */
export interface CardPrint {
  readonly printId: number;
  readonly deviceId: string | null;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly text: number;
  readonly picture: number;
  readonly field: number;
  readonly brands: readonly string[];
}
