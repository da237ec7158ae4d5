import { cardsInPictures, cardsInPrint } from "../../cards/cards-in-print.ts";
import type { Print } from "../../domain/print.ts";
import { WRITER_LIMITS } from "../../domain/storage-limits.ts";
import { readWords } from "../../search/text/receipt-lines.ts";
import type { Workspaces } from "../ports/identities.ts";
import type { CardReading, PrintReading } from "../ports/prints.ts";
import { unpackRecognition } from "../recognition-reader.ts";
import { workspaceOfPrint } from "./print-insert.ts";

/** Prints of which it is remembered whether they have some: their bytes never change. */
const MOST_REMEMBERED = 10_000;

/** Bytes from which on a print is not looked through while somebody waits: it is taken to have some. */
const MOST_BYTES = WRITER_LIMITS.largePrintBytes;

type Cards = Required<{ [Name in keyof CardReading]: CardReading[Name] }>;

/**
 * Tells which prints of an archive have full card numbers. The shops keep what they have found to themselves: a print is looked
 * through when somebody asks for its bytes, and nothing is listed.
 */
export class ArchiveCards implements Cards {
  private readonly known = new Map<number, boolean>();

  constructor(
    private readonly reader: Pick<PrintReading, "find" | "readRaw" | "readRecognition" | "printerOf">,
    private readonly workspaces: Pick<Workspaces, "findById">,
  ) {}

  async has(printId: number): Promise<boolean> {
    const known = this.known.get(printId);
    if (known !== undefined) return known;
    const print = await this.reader.find(workspaceOfPrint(printId), printId);
    if (print === null) return false;
    const { has, isSettled } = await this.lookThrough(print);
    if (!isSettled) return has;
    if (this.known.size >= MOST_REMEMBERED) this.known.clear();
    this.known.set(printId, has);
    return has;
  }

  /** None are counted, nor listed. */
  count(): number {
    return 0;
  }

  newest(): [] {
    return [];
  }

  scan(): null {
    return null;
  }

  /** @returns whether it has some, and whether that is so for ever: its pictures may be read later, or once more */
  private async lookThrough(print: Print): Promise<{ readonly has: boolean; readonly isSettled: boolean }> {
    if (print.recognised !== null) {
      const recognition = await this.reader.readRecognition(print);
      // What was too much to be sent is taken to have some.
      if (recognition === null || cardsInPictures(unpackRecognition(recognition)) !== null)
        return { has: true, isSettled: false };
    }
    const { raw } = await this.reader.readRaw(print);
    if (raw.byteLength > MOST_BYTES) return { has: true, isSettled: true };
    const workspace = await this.workspaces.findById(print.workspaceId);
    const { model, charset, profile, earlier } = await this.reader.printerOf(print, workspace ?? {});
    const words = readWords(raw, {
      ...(model !== undefined && { model }),
      ...(charset !== undefined && { charset }),
      ...(profile !== undefined && { profile }),
      earlier: earlier ?? null,
    });
    const has = (cardsInPrint(words, { label: null, tag: "{}" })?.text ?? 0) > 0;
    return { has, isSettled: has || !words.hasPictures };
  }
}
