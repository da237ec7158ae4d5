import { collectAfter } from "../platform/huge-bytes.ts";
import { Turns } from "../platform/background-thread.ts";
import { CANDIDATE_COLUMNS, CANDIDATE_TABLES, type CandidateRow } from "../rules/rule-connection.ts";
import { readWords, type ReceiptWords } from "../search/text/receipt-lines.ts";
import { type CardNote, CardStore } from "../storage/card-store.ts";
import { closeReader, openForReading } from "../storage/database.ts";
import { printerOfRow } from "../storage/paper-columns.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { RecognitionReader } from "../storage/recognition-reader.ts";
import type { CardWrites } from "../storage/write-operation.ts";
import { cardsInPictures, cardsInPrint } from "./cards-in-print.ts";

/** Prints that one step decodes at most, and how long it takes at most, milliseconds. */
const STEP_PRINTS = 64;
const STEP_MILLISECONDS = 500;

/** Looks through prints that were there before for card numbers, where that was asked for: a bounded step at a time. */
export class CardScan {
  private readonly database;
  private readonly store;
  private readonly prints;
  private readonly recognition;
  private readonly candidates;

  /** @param write returns when all is durable */
  constructor(
    databasePath: string,
    private readonly write: (writes: CardWrites) => Promise<unknown>,
  ) {
    this.database = openForReading(databasePath);
    this.store = new CardStore(this.database);
    this.prints = new PrintReader(this.database);
    this.recognition = new RecognitionReader(this.database);
    this.candidates = this.database.query<CandidateRow, [number, number, number]>(
      `SELECT ${CANDIDATE_COLUMNS} FROM ${CANDIDATE_TABLES} WHERE print.workspace_id = ? AND ordinal >= ? ` +
        `AND ordinal < ? AND removal_id IS NULL ORDER BY ordinal LIMIT ${STEP_PRINTS}`,
    );
  }

  /** Takes a step. @returns how many prints it went over; 0 when there was nothing to do */
  async advance(): Promise<number> {
    const scan = this.store.unfinished();
    if (scan === null) return 0;
    const { workspaceId, nextOrdinal, endOrdinal } = scan;
    const rows = this.candidates.all(workspaceId, nextOrdinal, endOrdinal);
    const deadline = performance.now() + STEP_MILLISECONDS;
    const turns = new Turns();
    const cards: CardNote[] = [];
    let next = rows.length < STEP_PRINTS ? endOrdinal : (rows.at(-1)?.ordinal ?? endOrdinal) + 1;
    for (const row of rows) {
      const found = this.cardsOf(workspaceId, row);
      if (found !== null) cards.push(found);
      if (performance.now() > deadline) {
        next = row.ordinal + 1;
        break;
      }
      if (turns.isOver) await turns.pause();
    }
    const found = cards.length;
    await this.write({ cards, cardScan: { do: "scanned", workspaceId, nextOrdinal: next, found } });
    return next - nextOrdinal;
  }

  close(): void {
    closeReader(this.database);
  }

  /** What a print has; `null` for nothing. */
  private cardsOf(workspaceId: number, row: CandidateRow): CardNote | null {
    const { text = 0, field = 0, brands = [] } = cardsInPrint(this.wordsOf(row), row) ?? {};
    const pictures = cardsInPictures(this.recognition.recognitionOf(row.id) ?? []);
    if (text + field + (pictures?.picture ?? 0) === 0) return null;
    const all = [...brands, ...(pictures?.brands ?? [])];
    return { workspaceId, printId: row.id, text, field, picture: pictures?.picture ?? 0, brands: all };
  }

  /** Bytes that are missing or damaged have no words; the print itself tells of it when it is read. */
  private wordsOf(row: CandidateRow): ReceiptWords | null {
    try {
      const stored = this.prints.readStored(row);
      try {
        return readWords(decodeContent(row.id, stored), { ...printerOfRow(row), earlier: row.earlier });
      } finally {
        collectAfter(stored.byteLength);
      }
    } catch {
      return null;
    }
  }
}
