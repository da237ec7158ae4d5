import type { Database, SQLQueryBindings } from "bun:sqlite";
import { CARD_LIMITS } from "../domain/limits.ts";
import { TillrollError } from "../domain/errors.ts";
import type { CardPrint, CardScanState } from "../cards/card-print.ts";

/** Full card numbers found in a print; what is not given was not looked for. */
export interface CardNote {
  readonly workspaceId: number;
  readonly printId: number;
  readonly text?: number;
  readonly picture?: number;
  readonly field?: number;
  readonly brands: readonly string[];
}

/** A change of what is known of card numbers, as data: it goes to the writer's Worker. */
export type CardChange =
  /** Look through the prints that there are. */
  | { readonly do: "scan"; readonly workspaceId: number }
  | {
      readonly do: "scanned";
      readonly workspaceId: number;
      readonly nextOrdinal: number;
      readonly found: number;
    };

type CardRow = Omit<CardPrint, "brands"> & { readonly brands: string };

const SCAN = "workspace_id AS workspaceId, next_ordinal AS nextOrdinal, end_ordinal AS endOrdinal, found";

/** Which prints have full card numbers. */
export class CardStore {
  private readonly statements;

  constructor(database: Database) {
    const query = <Row>(text: string) => database.query<Row, SQLQueryBindings[]>(text);
    this.statements = {
      find: query<{ brands: string }>("SELECT brands FROM print_card WHERE print_id = ?"),
      drawn: query<unknown>(
        "SELECT 1 FROM print_card WHERE print_id = ? AND text_numbers + picture_numbers > 0",
      ),
      // A print that was removed meanwhile is not to come back.
      note: query<unknown>(
        "INSERT INTO print_card (print_id, workspace_id, text_numbers, picture_numbers, field_numbers, brands) " +
          "SELECT id, workspace_id, coalesce(?2, 0), coalesce(?3, 0), coalesce(?4, 0), ?5 FROM print " +
          "WHERE id = ?1 AND removal_id IS NULL ON CONFLICT DO UPDATE SET text_numbers = coalesce(?2, text_numbers), " +
          "picture_numbers = coalesce(?3, picture_numbers), field_numbers = coalesce(?4, field_numbers), brands = ?5",
      ),
      count: query<{ count: number }>(
        "SELECT count(*) AS count FROM (SELECT 1 FROM print_card WHERE workspace_id = ? LIMIT ?)",
      ),
      newest: query<CardRow>(
        "SELECT print_id AS printId, device_id AS deviceId, created_at AS createdAt, deleted_at AS deletedAt, " +
          "text_numbers AS text, picture_numbers AS picture, field_numbers AS field, brands " +
          "FROM print_card CROSS JOIN print ON print.id = print_id WHERE print_card.workspace_id = ? AND print_id < ? " +
          "ORDER BY print_id DESC LIMIT ?",
      ),
      scan: query<CardScanState>(`SELECT ${SCAN} FROM card_scan WHERE workspace_id = ?`),
      unfinished: query<CardScanState>(
        `SELECT ${SCAN} FROM card_scan WHERE next_ordinal < end_ordinal ORDER BY workspace_id LIMIT 1`,
      ),
      begin: query<unknown>(
        "INSERT OR REPLACE INTO card_scan (workspace_id, next_ordinal, end_ordinal) " +
          "VALUES (?1, 0, (SELECT coalesce(max(ordinal) + 1, 0) FROM print WHERE workspace_id = ?1))",
      ),
      advance: query<unknown>(
        "UPDATE card_scan SET next_ordinal = ?, found = found + ? WHERE workspace_id = ?",
      ),
    };
  }

  /** Whether full card numbers were found in what a print draws: those in its label and tags are not in its bytes. */
  has(printId: number): boolean {
    return this.statements.drawn.get(printId) !== null;
  }

  /** How many prints of a workspace have some, counted up to {@link CARD_LIMITS.counted}. */
  count(workspaceId: number): number {
    return this.statements.count.get(workspaceId, CARD_LIMITS.counted)?.count ?? 0;
  }

  /** The prints that have some, the newest first. @param before only those with lower ids */
  newest(workspaceId: number, limit: number, before = Number.MAX_SAFE_INTEGER): CardPrint[] {
    return this.statements.newest.all(workspaceId, before, limit).map(({ brands, ...print }) => {
      return { ...print, brands: JSON.parse(brands) as string[] };
    });
  }

  /** The last time that the prints of a workspace were looked through; `null` when they never were. */
  scan(workspaceId: number): CardScanState | null {
    return this.statements.scan.get(workspaceId);
  }

  /** A look through prints that has not ended; `null` when all have. */
  unfinished(): CardScanState | null {
    return this.statements.unfinished.get();
  }

  /** Notes what was found in a print, inside a transaction that the caller begins and commits. */
  note({ printId, text, picture, field, brands }: CardNote): void {
    const known = this.statements.find.get(printId);
    const before = known === null ? [] : (JSON.parse(known.brands) as string[]);
    const all = JSON.stringify([...new Set([...before, ...brands])]);
    this.statements.note.run(printId, text ?? null, picture ?? null, field ?? null, all);
  }

  /** Makes a change. @throws TillrollError CONFLICT while the workspace's prints are being looked through */
  apply(change: CardChange): void {
    const { workspaceId } = change;
    if (change.do === "scanned") {
      this.statements.advance.run(change.nextOrdinal, change.found, workspaceId);
      return;
    }
    const present = this.scan(workspaceId);
    if (present !== null && present.nextOrdinal < present.endOrdinal)
      throw new TillrollError(
        "CONFLICT",
        "The prints are being looked through already; wait until that has ended.",
      );
    this.statements.begin.run(workspaceId);
  }
}
