/** A print as the API answers it. */
export interface Print {
  readonly id: number;
  readonly printKey: string;
  readonly workspaceId: number;
  readonly userId: number;
  readonly deviceId: string | null;
  readonly label: string | null;
  readonly tag: Readonly<Record<string, string>>;
  readonly quantity: number | null;
  readonly width: number;
  readonly testPrint: boolean;
  readonly deleted: boolean;
  readonly deletedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A page of a search that walks by cursor. */
export interface Page {
  readonly items: readonly Print[];
  readonly total: number;
  readonly nextCursor: string | null;
  /** Prints whose text cannot be searched yet; for a search in the text only. */
  readonly textPending?: number;
}

/** The name under which a print is shown. */
export function nameOf(print: Pick<Print, "id" | "label">): string {
  return print.label === null || print.label === "" ? `Print ${print.id}` : print.label;
}
