import type { StoredContent } from "./raw-content.ts";
import type { ShippedPrint } from "../contract/upstream-messages.ts";

/** A print that comes back from the archive, with its bytes as they are kept. */
export interface PulledPrint {
  readonly print: ShippedPrint;
  readonly content: StoredContent;
}
