import { PrinterHost } from "./printer-host.ts";
import {
  type Attempt,
  jobContent,
  type JobStyle,
  jobText,
  piecesOf,
  processIdAnswer,
} from "./printer-job.ts";
import type { PrinterLedger } from "./printer-ledger.ts";
import type { SeededRandom } from "./random.ts";

/** Where a client prints. */
export interface PrinterPlace {
  readonly name: string;
  readonly rawPort: number;
  readonly lpdPort: number;
  readonly eposPort: number;
}

/** The largest receipt, and the largest of a client that sends byte by byte. */
const MOST_JOB_BYTES = 24 * 1024;
const MOST_SINGLE_BYTES = 400;
const MOST_PIECE_BYTES = 64 * 1024;

/** Jobs that a client with process IDs sends before it has an answer to the first. */
const MOST_AHEAD = 5;
/** How often a host gives its connection up in the middle of a job. */
const BREAK_SHARE = 0.01;
/** How long it then waits, and how long one waits to which nobody listens, milliseconds. */
const AFTER_BREAK_MILLISECONDS = 100;
const RETRY_MILLISECONDS = 40;

const ZERO = 0x00;

/** A POS that prints its jobs one after the other, and sends again what was not acknowledged, until all are. */
export class PrinterClient {
  private host: PrinterHost | null = null;
  private connection = 0;
  private nextJob = 0;
  private isGivenUp = false;
  private readonly sizeOfPiece: () => number;
  private readonly mostJobBytes: number;

  constructor(
    private readonly number: number,
    private readonly style: JobStyle,
    private readonly jobs: number,
    private readonly place: PrinterPlace,
    private readonly random: SeededRandom,
    private readonly ledger: PrinterLedger,
  ) {
    const isByByte = random.happens(0.15);
    const isWhole = random.happens(0.2);
    this.mostJobBytes = isByByte ? MOST_SINGLE_BYTES : MOST_JOB_BYTES;
    this.sizeOfPiece = () => (isByByte ? 1 : isWhole ? MOST_PIECE_BYTES : this.upTo(MOST_PIECE_BYTES));
  }

  /** Prints all jobs. */
  async run(): Promise<void> {
    while (this.nextJob < this.jobs && !this.isGivenUp) {
      try {
        await this.session();
      } catch {
        // The service was killed, or the host broke off: what has no answer is sent again.
        this.host?.break();
        await Bun.sleep(this.random.integer(1, RETRY_MILLISECONDS));
      }
    }
  }

  /** Ends it, whatever it waits for. */
  giveUp(): void {
    this.isGivenUp = true;
    this.host?.break();
  }

  private session(): Promise<void> {
    switch (this.style) {
      case "process-id":
        return this.printAhead();
      case "status":
        return this.printAndAsk();
      case "close":
        return this.printAndClose();
      case "lpd":
        return this.printByLpd();
      case "epos":
        return this.printByEpos();
    }
  }

  /** All jobs over one connection, some of them sent before the first is answered. */
  private async printAhead(): Promise<void> {
    const host = await this.connect(this.place.rawPort);
    const most = this.random.integer(1, MOST_AHEAD);
    const ahead: Attempt[] = [];
    while (this.nextJob < this.jobs) {
      while (ahead.length < most && this.nextJob + ahead.length < this.jobs) {
        const { attempt } = this.attempt(this.nextJob + ahead.length);
        ahead.push(attempt);
        await this.send(host, attempt.bytes);
      }
      const first = ahead.shift();
      if (first === undefined) break;
      const answer = await host.read(7);
      if (!Buffer.from(answer).equals(processIdAnswer(first.number))) {
        this.ledger.faults.push(`attempt ${first.number}: answered ${answer.toHex()}`);
      }
      this.acknowledge(first);
    }
    host.finish();
    await host.ending;
  }

  /** Some receipts over one connection, a paper status request behind each and inside some; then it closes. */
  private async printAndAsk(): Promise<void> {
    const host = await this.connect(this.place.rawPort);
    do {
      const { attempt, questionAt } = this.attempt(this.nextJob, this.random.happens(0.3));
      await this.send(host, attempt.bytes.subarray(0, questionAt));
      if (questionAt > 0) {
        await this.readStatus(host, attempt);
        attempt.acknowledgedBytes = questionAt;
      }
      await this.send(host, attempt.bytes.subarray(questionAt));
      await this.readStatus(host, attempt);
      this.acknowledge(attempt);
    } while (this.nextJob < this.jobs && this.random.happens(0.7));
    host.finish();
    await host.ending;
  }

  private async readStatus(host: PrinterHost, { number }: Attempt): Promise<void> {
    const [status] = await host.read(1);
    if (status !== 0) this.ledger.faults.push(`attempt ${number}: paper status ${status}`);
  }

  /** One job: all of it, our side closed, theirs waited for. */
  private async printAndClose(): Promise<void> {
    const host = await this.connect(this.place.rawPort);
    const { attempt } = this.attempt(this.nextJob);
    await this.send(host, attempt.bytes);
    host.finish();
    if ((await host.ending) !== "closed") throw new Error("the connection broke");
    // A close in order, whenever it comes: a killed service's connections are reset.
    this.acknowledge(attempt);
  }

  private async printByLpd(): Promise<void> {
    const host = await this.connect(this.place.lpdPort);
    const { attempt } = this.attempt(this.nextJob);
    const control = Buffer.from(`Hpos\nPuser\nJjob\nldfA001pos\nUdfA001pos\n`);
    const isControlFirst = this.random.happens(0.5);
    await this.demand(host, Buffer.from(`\x02${this.place.name}\n`));
    for (const isControl of [isControlFirst, !isControlFirst]) {
      const file = isControl ? control : attempt.bytes;
      await this.demand(
        host,
        Buffer.from(`${isControl ? "\x02" : "\x03"}${file.length} ${isControl ? "c" : "d"}fA001pos\n`),
      );
      await this.demand(host, Buffer.concat([file, Uint8Array.of(ZERO)]));
      if (!isControl) this.acknowledge(attempt);
    }
    host.finish();
    await host.ending;
  }

  /** Sends something that LPD acknowledges with a zero octet. */
  private async demand(host: PrinterHost, bytes: Uint8Array): Promise<void> {
    await this.send(host, bytes);
    const [octet] = await host.read(1);
    if (octet !== ZERO) throw new Error(`LPD answered ${octet}`);
  }

  private async printByEpos(): Promise<void> {
    this.connection = this.ledger.newConnection();
    const { attempt } = this.attempt(this.nextJob);
    // ePOS-Print puts the same ESC @ before every document.
    const hex = attempt.bytes.subarray(2).toHex();
    const response = await fetch(
      `http://127.0.0.1:${this.place.eposPort}/cgi-bin/epos/service.cgi?devid=local_printer&timeout=10000`,
      {
        method: "POST",
        headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' },
        body:
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><epos-print ` +
          `xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><command>${hex}</command></epos-print>` +
          `</s:Body></s:Envelope>`,
      },
    );
    const answer = await response.text();
    if (!answer.includes('success="true"')) throw new Error(answer);
    this.acknowledge(attempt);
  }

  private async connect(port: number): Promise<PrinterHost> {
    this.connection = this.ledger.newConnection();
    // An address has only so many connections: every eight hosts have one of their own.
    this.host = await PrinterHost.connect(port, `127.0.0.${1 + Math.floor(this.number / 8)}`);
    if (this.isGivenUp) this.host.break();
    return this.host;
  }

  private attempt(job: number, asksInside = false) {
    const { number: client, style, connection, random } = this;
    const content = jobContent(random, this.upTo(this.mostJobBytes));
    return this.ledger.newAttempt({ client, job, connection, style }, (attempt) =>
      jobText(style, attempt, content, asksInside),
    );
  }

  private acknowledge(attempt: Attempt): void {
    this.ledger.acknowledge(attempt);
    this.nextJob = attempt.job + 1;
  }

  private async send(host: PrinterHost, bytes: Uint8Array): Promise<void> {
    const breaksAt = this.random.happens(BREAK_SHARE)
      ? this.random.integer(0, bytes.length)
      : bytes.length + 1;
    let sent = 0;
    for (const piece of piecesOf(bytes, this.sizeOfPiece)) {
      if (sent + piece.length >= breaksAt) {
        host.break();
        await Bun.sleep(AFTER_BREAK_MILLISECONDS);
      }
      await host.send(piece);
      sent += piece.length;
      // The others' pieces come in between.
      if (piece.length < MOST_SINGLE_BYTES || this.random.happens(0.3)) await new Promise(setImmediate);
    }
  }

  /** A size up to a largest one; small ones are as frequent as large ones. */
  private upTo(most: number): number {
    return Math.round(most ** this.random.next());
  }
}
