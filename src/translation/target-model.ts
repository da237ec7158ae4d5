import { isModelId, MODEL_IDS, type ModelId } from "../escpos/models/models.ts";

/** Paper of a printer that prints pages, in points of 1/72 inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Printers that print pages, by their paper. Source: ISO 216; ANSI Y14.1. */
const PAGE_SIZES = {
  "office-a4": { width: 595.276, height: 841.89 },
  "office-letter": { width: 612, height: 792 },
} as const satisfies Record<string, PageSize>;

/** A printer that prints pages, by its paper. */
type PageModelId = keyof typeof PAGE_SIZES;

/** What a real printer can be: a model of a receipt printer, or one that prints pages. */
export type TargetModelId = ModelId | PageModelId;

/** All that a real printer can be, by the names that settings have for them. */
export const TARGET_MODEL_IDS: readonly TargetModelId[] = [
  ...MODEL_IDS,
  ...(Object.keys(PAGE_SIZES) as PageModelId[]),
];

/** The paper of a printer that prints pages; undefined for a receipt printer. */
export function pageSizeOf(target: TargetModelId): PageSize | undefined {
  return isModelId(target) ? undefined : PAGE_SIZES[target];
}
