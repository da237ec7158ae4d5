import type { Database } from "bun:sqlite";
import { inReadSnapshot } from "../storage/unreadable.ts";
import { PrintCheck } from "./check-prints.ts";
import { TableCheck } from "./check-tables.ts";
import { type Finding, nextPart, type ScrubPlace, type ScrubStep } from "./finding.ts";

/** Checks a database piece by piece. Nothing is kept between pieces, and no snapshot: the log is not held up. */
export class ScrubSteps {
  private readonly prints: PrintCheck;
  private readonly tables: TableCheck;

  /** @param database a reading connection */
  constructor(private readonly database: Database) {
    this.prints = new PrintCheck(database);
    this.tables = new TableCheck(database);
  }

  /** Checks a piece, as of one moment. */
  run(place: ScrubPlace): ScrubStep {
    return inReadSnapshot(this.database, () => this.piece(place));
  }

  /** Checks some prints. @returns what is damaged of them */
  check(printIds: readonly number[]): Finding[] {
    return inReadSnapshot(this.database, () => this.prints.these(printIds));
  }

  private piece(place: ScrubPlace): ScrubStep {
    switch (place.part) {
      case "prints":
        return this.checkPrints(place);
      case "places":
        return this.checkPlaces(place);
      case "index":
        return this.checkRest(place, this.tables.segment(place.after));
      case "tables":
        return this.checkRest(place, this.tables.table(place.after));
    }
  }

  private checkPrints(place: ScrubPlace): ScrubStep {
    const { last, ...checked } = this.prints.behind(place.after);
    return {
      ...checked,
      next: last === null ? nextPart(place.part) : { ...place, after: last },
      segments: [],
    };
  }

  private checkPlaces(place: ScrubPlace): ScrubStep {
    const workspaceId = place.workspaceId === 0 ? this.tables.nextWorkspace(0) : place.workspaceId;
    if (workspaceId === null)
      return { next: nextPart(place.part), prints: 0, bytes: 0, findings: [], segments: [] };
    const { last, ...checked } = this.tables.places(workspaceId, place.after);
    const following = last === null ? this.tables.nextWorkspace(workspaceId) : workspaceId;
    const next =
      following === null
        ? nextPart(place.part)
        : { part: place.part, workspaceId: following, after: last ?? -1 };
    return { ...checked, prints: 0, next };
  }

  private checkRest(place: ScrubPlace, { last, ...checked }: ReturnType<TableCheck["segment"]>): ScrubStep {
    return { ...checked, prints: 0, next: last === null ? nextPart(place.part) : { ...place, after: last } };
  }
}
