import type { Database } from "bun:sqlite";
import { cardsInPictures } from "../cards/cards-in-print.ts";
import { decode } from "../escpos/escpos.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { reasonOf } from "../platform/worker-channel.ts";
import type { RuleEngine } from "../rules/rule-engine.ts";
import { searchedRecognition } from "../search/text/receipt-lines.ts";
import { decodeContent } from "../storage/raw-content.ts";
import type { WaitingPrint } from "../storage/recognition-queue.ts";
import type { ReadPrint, RecognitionChange } from "../storage/recognition-writer.ts";
import { READING_LIMITS } from "./engine/limits.ts";
import { foundLanguages } from "./found-languages.ts";
import { movedTo } from "./moved.ts";
import type { OpenedRecogniser, OpenRecogniser } from "./open-recogniser.ts";
import { MOST_ROWS, NO_TIME_LEFT, pictureHash, picturesToRead, type ReadablePicture } from "./pictures.ts";
import { ReadingConnection } from "./reading-connection.ts";
import { readInLanguages } from "./reading-languages.ts";
import type { RecognisedPicture, Recognition } from "./recognised.ts";
import type { ReadNote } from "./recognition-messages.ts";
import { recognisedSummary } from "./summary.ts";

/** To be raised by one whenever the same dots are read otherwise: what was read with another one is read again. */
const READING_VERSION = 3;

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
  /** The language that the machine is set up for, by the name of its model; `null` where that is not known. */
  readonly machineLanguage: string | null;
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
  private readonly connection: ReadingConnection;
  private recogniser: { readonly languages: string; readonly opened: OpenedRecogniser } | null = null;

  constructor(private readonly surroundings: ReadingSurroundings) {
    this.connection = new ReadingConnection(surroundings.database);
  }

  /** Reads the pictures of all prints that wait, also of those that come meanwhile. */
  async readAll(): Promise<void> {
    const { queue } = this.connection;
    for (let next = queue.next(); next !== null; next = queue.next()) {
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
    const reading = await this.readSafely(workspaceId, printId, attempts >= MOST_ATTEMPTS);
    const { recognition, readings, languages, failure } = reading;
    const at = surroundings.clock();
    const cards = cardsInPictures(recognition);
    await this.write({
      do: "store",
      workspaceId,
      printId,
      ...(surroundings.rules.fillRecognised(workspaceId, printId, recognition) ?? { patch: {} }),
      summary: recognisedSummary(recognition, { languages, at }),
      content: Bun.zstdCompressSync(JSON.stringify(recognition)),
      lines: searchedRecognition(recognition).join("\n"),
      readings,
      foundLanguages: foundLanguages(recognition),
      ...(cards !== null && { cards: { workspaceId, printId, ...cards } }),
    });
    const waiting = this.connection.waiting();
    surroundings.note({ printId, milliseconds: performance.now() - began, failure, waiting });
  }

  /** A print that cannot be read never stops others. */
  private async readSafely(workspaceId: number, printId: number, isGivenUp: boolean): Promise<Reading> {
    const nothing = { readings: [], languages: [] };
    try {
      const pictures = this.picturesOf(workspaceId, printId);
      if (!isGivenUp) {
        const known = {
          chosen: this.connection.chosenLanguages(workspaceId),
          found: this.connection.foundLanguages(workspaceId),
          own: this.surroundings.machineLanguage,
        };
        return await readInLanguages(known, (languages) => this.readPictures(pictures, languages));
      }
      return {
        ...nothing,
        recognition: unread(pictures, GIVEN_UP),
        failure: "reading it ended the service before",
      };
    } catch (error) {
      this.close();
      return { ...nothing, recognition: [], failure: reasonOf(error) };
    }
  }

  private picturesOf(workspaceId: number, printId: number): ReadablePicture[] {
    const { prints, workspaces } = this.connection;
    const print = prints.read(workspaceId, printId);
    const stored = prints.readStored(print);
    const workspace = workspaces.findById(workspaceId) ?? {};
    try {
      return picturesToRead(decode(decodeContent(printId, stored), prints.printerOf(print, workspace)));
    } finally {
      collectAfter(stored.byteLength);
    }
  }

  private async readPictures(
    pictures: readonly ReadablePicture[],
    languages: readonly string[],
  ): Promise<Reading> {
    const recognition: RecognisedPicture[] = [];
    /** By their hashes in hexadecimal: the print may have copies of a picture. */
    const read = new Map<string, ReadPrint["readings"][number]>();
    let failure: string | null = null;
    let left: number = READING_LIMITS.printMilliseconds;
    for (const [number, { box, raster }] of pictures.entries()) {
      const hash = pictureHash(raster, `${READING_VERSION} ${keyOf(languages)}`);
      const copied = recognition[read.get(hash.toHex())?.number ?? pictures.length];
      const known = copied ?? this.knownReading(hash);
      if (known !== null) {
        recognition.push(movedTo(box, known));
        continue;
      }
      if (left <= 0) {
        recognition.push(...unread([{ box, raster }], NO_TIME_LEFT));
        continue;
      }
      try {
        const most = Math.min(left, READING_LIMITS.milliseconds);
        const { picture, milliseconds } = await this.recognise(raster, languages, most);
        left -= milliseconds;
        recognition.push(movedTo(box, box.height > MOST_ROWS ? { ...picture, note: TOO_LONG } : picture));
        // Of one that was cut off because of others, more can be read another time.
        const isWhole = picture.note === undefined || most === READING_LIMITS.milliseconds;
        if (isWhole) read.set(hash.toHex(), { hash, number });
      } catch (error) {
        failure = reasonOf(error);
        recognition.push(...unread([{ box, raster }], FAILED));
        this.close();
      }
    }
    return { recognition, readings: [...read.values()], languages, failure };
  }

  /** What was read in a picture with the same dots; its box is where that one was. */
  private knownReading(hash: Uint8Array): RecognisedPicture | null {
    const found = this.connection.findReading(hash);
    return found === null
      ? null
      : (this.connection.recognitions.recognitionOf(found.printId)?.[found.number] ?? null);
  }

  /** @returns what was read, and in how many milliseconds without what was waited for others */
  private async recognise(raster: ReadablePicture["raster"], languages: readonly string[], most: number) {
    const { open, between } = this.surroundings;
    if (this.recogniser?.languages !== keyOf(languages)) {
      this.close();
      this.recogniser = { languages: keyOf(languages), opened: await open(languages) };
    }
    let began = performance.now();
    const picture = await this.recogniser.opened.recognise(raster, {
      milliseconds: most,
      async between() {
        const paused = performance.now();
        await between();
        began += performance.now() - paused;
      },
    });
    return { picture, milliseconds: performance.now() - began };
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
const GIVEN_UP = "Reading this picture was given up.";
const TOO_LONG = `Only the first ${MOST_ROWS} dots of this picture were read.`;

function keyOf(languages: readonly string[]): string {
  return languages.join("+");
}

/** Pictures of which nothing could be read. @param note why, in words */
function unread(pictures: readonly ReadablePicture[], note: string): Recognition {
  return pictures.map(({ box }) => ({ box, lines: [], codes: [], note }));
}
