import type { Database } from "bun:sqlite";
import { decode } from "../escpos/escpos.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { reasonOf } from "../platform/worker-channel.ts";
import type { RuleEngine } from "../rules/rule-engine.ts";
import { searchedRecognition } from "../search/text/receipt-lines.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { RecognitionReader, type WaitingPrint } from "../storage/recognition-reader.ts";
import type { ReadPrint, RecognitionChange } from "../storage/recognition-writer.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { foundLanguages } from "./found-languages.ts";
import { movedTo } from "./moved.ts";
import type { OpenedRecogniser, OpenRecogniser } from "./open-recogniser.ts";
import { MOST_ROWS, pictureHash, picturesToRead, type ReadablePicture } from "./pictures.ts";
import { languagesToRead } from "./reading-languages.ts";
import type { RecognisedPicture, Recognition } from "./recognised.ts";
import type { ReadNote } from "./recognition-messages.ts";
import { recognisedSummary } from "./summary.ts";

/** To be raised by one whenever the same dots are read otherwise: what was read with another one is read again. */
const READING_VERSION = 1;

/** How often reading a print is begun: one that ended the service each time is left. */
const MOST_ATTEMPTS = 3;

/** How long what could not be written waits to be tried again, such as on a full disk, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/** What the pictures of a print need that is not of the print. */
export interface ReadingSurroundings {
  readonly database: Database;
  readonly rules: Pick<RuleEngine, "fillRecognised">;
  readonly open: OpenRecogniser;
  /** Has the one writer write; returns when it is durable. */
  write(change: RecognitionChange): Promise<unknown>;
  note(note: ReadNote): void;
  /** Called now and then while a picture is read: returns when reading may go on. */
  between(): Promise<void>;
  /** Epoch milliseconds. */
  clock(): number;
}

/** What was read in pictures, and what of it is new. */
interface Reading {
  readonly recognition: Recognition;
  readonly readings: ReadPrint["readings"];
  readonly languages: readonly string[];
  readonly failure: string | null;
}

/** Reads the pictures of prints, one after the other. */
export class PrintReading {
  private readonly prints: PrintReader;
  private readonly workspaces: WorkspaceStore;
  private readonly recognitions: RecognitionReader;
  private recogniser: { readonly languages: string; readonly opened: OpenedRecogniser } | null = null;

  constructor(private readonly surroundings: ReadingSurroundings) {
    const { database } = surroundings;
    this.prints = new PrintReader(database);
    this.workspaces = new WorkspaceStore(database);
    this.recognitions = new RecognitionReader(database);
  }

  /** Reads the pictures of all prints that wait, also of those that come meanwhile. */
  async readAll(): Promise<void> {
    for (let next = this.recognitions.next(); next !== null; next = this.recognitions.next()) {
      await this.readPrint(next);
    }
  }

  /** Gives the memory of models back. */
  close(): void {
    this.recogniser?.opened.close();
    this.recogniser = null;
  }

  private async readPrint({ printId, workspaceId, attempts }: WaitingPrint): Promise<void> {
    const { surroundings } = this;
    await this.write({ do: "begin", printId });
    const began = performance.now();
    const reading = attempts >= MOST_ATTEMPTS ? givenUp() : await this.readSafely(workspaceId, printId);
    const { recognition, readings, languages, failure } = reading;
    const at = surroundings.clock();
    await this.write({
      do: "store",
      workspaceId,
      printId,
      patch: surroundings.rules.fillRecognised(workspaceId, printId, recognition) ?? {},
      summary: recognisedSummary(recognition, { languages, at }),
      content: Bun.zstdCompressSync(JSON.stringify(recognition)),
      lines: searchedRecognition(recognition).join("\n"),
      readings,
      foundLanguages: foundLanguages(recognition),
    });
    surroundings.note({ printId, milliseconds: performance.now() - began, failure });
  }

  /** A print that cannot be read never stops others. */
  private async readSafely(workspaceId: number, printId: number): Promise<Reading> {
    try {
      const pictures = this.picturesOf(workspaceId, printId);
      const chosen = this.recognitions.chosenLanguages(workspaceId);
      const found = this.recognitions.foundLanguages(workspaceId);
      const first = await this.readPictures(pictures, languagesToRead(chosen, found));
      // A shop's first receipts tell what language they are in, and are read in it.
      const own = languagesToRead(chosen, [...foundLanguages(first.recognition), ...found]);
      const isRead = own.every((language) => first.languages.includes(language));
      return isRead ? first : await this.readPictures(pictures, own);
    } catch (error) {
      this.close();
      return { ...givenUp(), failure: reasonOf(error) };
    }
  }

  private picturesOf(workspaceId: number, printId: number): ReadablePicture[] {
    const print = this.prints.read(workspaceId, printId);
    const stored = this.prints.readStored(print);
    const workspace = this.workspaces.findById(workspaceId) ?? {};
    try {
      return picturesToRead(decode(decodeContent(printId, stored), this.prints.printerOf(print, workspace)));
    } finally {
      collectAfter(stored.byteLength);
    }
  }

  private async readPictures(
    pictures: readonly ReadablePicture[],
    languages: readonly string[],
  ): Promise<Reading> {
    const recognition: RecognisedPicture[] = [];
    const readings: ReadPrint["readings"][number][] = [];
    let failure: string | null = null;
    for (const [number, { box, raster }] of pictures.entries()) {
      const hash = pictureHash(raster, `${READING_VERSION} ${keyOf(languages)}`);
      const known = this.knownReading(hash);
      if (known !== null) {
        recognition.push(movedTo(box, known));
        continue;
      }
      try {
        const read = await this.recognise(raster, languages);
        recognition.push(movedTo(box, box.height > MOST_ROWS ? { ...read, note: TOO_LONG } : read));
        readings.push({ hash, number });
      } catch (error) {
        failure = reasonOf(error);
        recognition.push({ box, lines: [], codes: [], note: FAILED });
        this.close();
      }
    }
    return { recognition, readings, languages, failure };
  }

  /** What was read in a picture with the same dots; its box is where that one was. */
  private knownReading(hash: Uint8Array): RecognisedPicture | null {
    const found = this.recognitions.findReading(hash);
    return found === null ? null : (this.recognitions.recognitionOf(found.printId)?.[found.number] ?? null);
  }

  private async recognise(
    raster: ReadablePicture["raster"],
    languages: readonly string[],
  ): Promise<RecognisedPicture> {
    const { open, between } = this.surroundings;
    if (this.recogniser?.languages !== keyOf(languages)) {
      this.close();
      this.recogniser = { languages: keyOf(languages), opened: await open(languages) };
    }
    return this.recogniser.opened.recognise(raster, { between });
  }

  /** Tries again until it is written: reading takes long, and is not done anew because a disk was full. */
  private async write(change: RecognitionChange): Promise<void> {
    for (;;) {
      try {
        await this.surroundings.write(change);
        return;
      } catch {
        // The writer has logged what was unexpected.
        await Bun.sleep(RETRY_MILLISECONDS);
      }
    }
  }
}

const FAILED = "This picture could not be read.";
const TOO_LONG = `Only the first ${MOST_ROWS} dots of this picture were read.`;

function keyOf(languages: readonly string[]): string {
  return languages.join("+");
}

function givenUp(): Reading {
  return {
    recognition: [],
    readings: [],
    languages: [],
    failure: "reading its pictures ended the service before",
  };
}
