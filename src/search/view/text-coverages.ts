import { SEGMENT_KINDS } from "../../storage/index-writer.ts";
import type { IndexConnection, SegmentRow } from "../index-connection.ts";
import { type TextCoverage, textCoverage } from "../text/text-coverage.ts";
import type { View } from "./view.ts";

const NOWHERE = { segments: [], newest: [] };

/**
 * Where the text of each view's prints is. Worked out once a view, not once a search: there is another view as soon as
 * anything was written, settings of printers too.
 */
export class TextCoverages {
  private readonly known = new WeakMap<View, TextCoverage<SegmentRow>>();

  /** @param connection with the snapshot that the view is of */
  of(connection: IndexConnection, workspaceId: number, view: View): TextCoverage<SegmentRow> {
    let coverage = this.known.get(view);
    if (coverage === undefined) {
      coverage = read(connection, workspaceId, view.prints);
      this.known.set(view, coverage);
    }
    return coverage;
  }
}

function read(connection: IndexConnection, workspaceId: number, prints: number): TextCoverage<SegmentRow> {
  const settings = connection.textSettings(workspaceId);
  if (settings === null) return { ...NOWHERE, pending: prints };
  const published = connection.segments(workspaceId, SEGMENT_KINDS.lines);
  return textCoverage(settings, published, prints, (run) => connection.decodedPrints(workspaceId, run));
}
