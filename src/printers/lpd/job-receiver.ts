import { readSubcommand } from "./command.ts";
import { type ControlFile, NO_CONTROL_FILE, readControlFile } from "./control-file.ts";
import { type ReceivedFile, LpdFileReader } from "./file-reader.ts";
import {
  ACKNOWLEDGED,
  answer,
  ask,
  type Queue,
  REFUSED,
  REFUSED_FOR_NOW,
  type Session,
} from "./lpd-driver.ts";
import type { LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** A whole data file, acknowledged and durable, whose control file has not come yet. */
interface WaitingFile {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly spoolKey: string;
}

/**
 * What is done with a waiting data file that cannot be stored.
 * - `refuse`: it is forgotten; its host sends it again.
 * - `refuse for good only`: it is kept while it may be stored later, because another file of its job is a print already.
 * - `keep`: it is kept in any case; its host is gone.
 */
type RefusalPolicy = "refuse" | "refuse for good only" | "keep";

const NO_ROOM = "there is no room for an LPD data file now";

/**
 * Receives jobs (RFC 1179, section 6): control and data files in either order. Each data file is a print of its own,
 * acknowledged once it is durable. One that comes before its control file is spooled, which is durable too, and
 * becomes a print with the names in the control file, or without them when none comes.
 */
export class JobReceiver {
  private control: ControlFile | null = null;
  /** Data files that the control file has still to be given to. */
  private expected = 0;
  private waiting: WaitingFile[] = [];
  private readonly reader: LpdFileReader;

  constructor(
    private readonly input: LpdInput,
    private readonly queue: Queue,
    private readonly limits: LpdLimits,
  ) {
    this.reader = new LpdFileReader(input, limits);
  }

  /** Receives until the host closes, or until something goes wrong. */
  *run(): Session<void> {
    while (yield* this.next());
    // A job whose control file never came: its data files are whole, and have been acknowledged.
    yield* this.storeWaiting(NO_CONTROL_FILE, "keep");
    yield* this.release();
  }

  /** One subcommand; whether another may follow. */
  private *next(): Session<boolean> {
    const line = yield* this.input.line(this.limits.lineBytes, this.limits.commandMilliseconds);
    if (typeof line === "string") return false;
    const subcommand = readSubcommand(line);
    switch (subcommand?.kind) {
      case "abort":
        return yield* this.abort();
      case "control":
        return yield* this.receiveControl(subcommand.count);
      case "data":
        return yield* this.receiveData(subcommand.count);
      case undefined:
        return yield* this.refuse(REFUSED, "an LPD host sent a subcommand that there is not", {
          hex: line.subarray(0, 64).toHex(),
        });
    }
  }

  /**
   * The host gives the job up (RFC 1179, section 6.1): what waits for its control file is forgotten. What is a print
   * by then stays one.
   */
  private *abort(): Session<boolean> {
    this.control = null;
    this.expected = 0;
    for (let [file] = this.waiting; file !== undefined; [file] = this.waiting) {
      if (!(yield* this.discard(file.spoolKey))) {
        // It becomes a print after all: it must be one thing or the other.
        yield* answer(REFUSED_FOR_NOW);
        return false;
      }
      this.waiting.shift();
    }
    yield* this.release();
    yield* answer(ACKNOWLEDGED);
    return true;
  }

  private *receiveControl(count: number): Session<boolean> {
    if (count < 0 || count > this.limits.controlFileBytes)
      return yield* this.refuse(REFUSED, "an LPD control file is too large", { bytes: count });
    yield* answer(ACKNOWLEDGED);
    const { raw, ending } = yield* this.reader.counted(count);
    if (ending === "broken") return false;
    if (ending !== "whole" && ending !== "last")
      return yield* this.refuse(REFUSED, "an LPD host gave up a control file");
    this.control = readControlFile(raw);
    this.expected = Math.max(1, this.control.dataFiles.size) - this.waiting.length;
    const octet = yield* this.storeWaiting(this.control, "refuse");
    yield* answer(octet);
    return octet === ACKNOWLEDGED;
  }

  private *receiveData(declared: number): Session<boolean> {
    const { breaksOff, isAdmitted } = yield* ask((driver) => driver.reserve());
    const isCrowded = this.waiting.length >= this.limits.waitingDataFiles;
    if (!isAdmitted || isCrowded) return yield* this.refuse(REFUSED_FOR_NOW, NO_ROOM);
    yield* answer(ACKNOWLEDGED);
    if (breaksOff) return yield* this.breakOff(declared);
    const { maximumJobBytes } = this.queue;
    const received = this.isSize(declared)
      ? yield* this.reader.counted(declared)
      : yield* this.reader.openEnded(maximumJobBytes, declared);
    return yield* this.finishFile(received);
  }

  /** 0, 2147483647, 999999999999 and the like are none: the host prints from a pipe and does not know the size. */
  private isSize(declared: number): boolean {
    return declared > 0 && declared <= this.queue.maximumJobBytes;
  }

  /** What becomes of a data file that came. */
  private *finishFile({ raw, ending }: ReceivedFile): Session<boolean> {
    // The bytes are handed over when they are stored.
    const bytes = raw.byteLength;
    switch (ending) {
      case "whole":
      case "last": {
        const octet = yield* this.keep(raw);
        yield* answer(octet);
        return octet === ACKNOWLEDGED && ending === "whole";
      }
      case "broken":
      case "refused":
        // The host will send it again; but what came may be all that ever comes.
        yield* this.store(raw, true);
        return yield* this.refuse(REFUSED, "an LPD data file broke off", { bytes });
      case "large":
        yield* this.release();
        yield* this.refuse(REFUSED, "an LPD data file is too large", {
          maximumBytes: this.queue.maximumJobBytes,
        });
        return yield* this.reader.linger();
      case "no memory":
        yield* this.release();
        yield* this.refuse(REFUSED_FOR_NOW, NO_ROOM);
        return yield* this.reader.linger();
    }
  }

  /** Makes a whole data file durable; gives its acknowledgement. */
  private *keep(raw: Uint8Array<ArrayBuffer>): Session<number> {
    if (raw.byteLength === 0) return ACKNOWLEDGED;
    if (this.control !== null && this.expected > 0) {
      this.expected--;
      return yield* this.store(raw, false);
    }
    // The bytes are handed over, and are needed once more when the job has ended.
    const spoolKey = yield* ask((driver) => driver.spool(new Uint8Array(raw)));
    if (spoolKey === null) return REFUSED_FOR_NOW;
    this.waiting.push({ raw, spoolKey });
    return ACKNOWLEDGED;
  }

  private *store(raw: Uint8Array<ArrayBuffer>, isIncomplete: boolean): Session<number> {
    if (raw.byteLength === 0) return ACKNOWLEDGED;
    const control = this.control ?? NO_CONTROL_FILE;
    const octet = yield* ask((driver) => driver.store({ raw, control, isIncomplete, spoolKey: null }));
    if (this.waiting.length === 0) yield* this.release();
    return octet;
  }

  /**
   * Makes prints of the data files that wait; gives the acknowledgement for all of them. A host that is refused sends
   * the whole job again. So a job is refused only when all of it has been forgotten, and what can be neither stored nor
   * forgotten is acknowledged: it is durable in the spool, and becomes a print at the next start.
   */
  private *storeWaiting(control: ControlFile, whenNotStored: RefusalPolicy): Session<number> {
    const files = this.waiting;
    this.waiting = [];
    let policy = whenNotStored;
    let refusal: number = ACKNOWLEDGED;
    for (const file of files) {
      const octet = yield* this.storeOne(file, control, refusal, policy);
      // What is a print, or will be one, must not come a second time.
      if (octet === ACKNOWLEDGED && policy === "refuse") policy = "refuse for good only";
      refusal = Math.max(refusal, octet);
    }
    if (files.length > 0) yield* this.release();
    return refusal;
  }

  /** @param refusal with which a file before it was refused: then this one is forgotten too; zero for none */
  private *storeOne(
    { raw, spoolKey }: WaitingFile,
    control: ControlFile,
    refusal: number,
    policy: RefusalPolicy,
  ): Session<number> {
    let octet = refusal;
    for (let tries = this.limits.storingTries; tries > 0; tries--) {
      if (refusal === ACKNOWLEDGED) {
        // A copy: what is handed over cannot be tried again.
        const file = { raw: new Uint8Array(raw), control, isIncomplete: false, spoolKey };
        octet = yield* ask((driver) => driver.store(file));
        if (octet === ACKNOWLEDGED) return ACKNOWLEDGED;
      }
      const isRefused = policy === "refuse" || (policy === "refuse for good only" && octet === REFUSED);
      if (isRefused && (yield* this.discard(spoolKey))) return octet;
      if (policy === "keep" && octet === REFUSED) break;
      if (!(yield* ask((driver) => driver.pause()))) break;
    }
    const message =
      "an LPD job can be neither stored nor forgotten now; it becomes a print at the next start";
    yield* ask((driver) => driver.report("warning", message));
    return ACKNOWLEDGED;
  }

  /** The simulated fault `drop`: half of the file is taken, then the connection is gone. */
  private *breakOff(declared: number): Session<boolean> {
    const bytes = this.isSize(declared) ? Math.floor(declared / 2) : this.limits.dropBytes;
    const { raw } = yield* this.reader.collect(bytes);
    yield* this.store(raw, true);
    yield* ask((driver) => driver.terminate());
    return false;
  }

  private release(): Session<void> {
    return ask((driver) => driver.release());
  }

  /** @returns whether it was forgotten */
  private discard(spoolKey: string): Session<boolean> {
    return ask((driver) => driver.discard(spoolKey));
  }

  private *refuse(octet: number, message: string, details: object = {}): Session<boolean> {
    yield* ask((driver) => driver.report("warning", message, details));
    yield* answer(octet);
    return false;
  }
}
