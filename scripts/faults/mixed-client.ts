import { printOf, type TillPlace, TILLS } from "./clock-tills.ts";
import type { MixedLedger, Receipt, ReceiptState, UnansweredJob } from "./mixed-ledger.ts";
import type { SeededRandom } from "./random.ts";

/** The largest text on a receipt, characters. */
const LONGEST_TEXT = 3000;
/** How often a job is sent again that was not acknowledged. */
const MOST_SENDINGS = 3;

/** Where a client prints: on a printer, and on one that passes its prints on. */
export interface MixedPlace extends TillPlace {
  readonly passingPort: number;
  /** A token that may do everything. */
  readonly localToken: string;
}

/** What a client does, and how often of a hundred times. */
const ACTS = {
  json: 18,
  api: 10,
  raw: 16,
  lpd: 8,
  ipp: 8,
  epos: 8,
  passed: 10,
  relabel: 12,
  delete: 5,
  erase: 2,
  search: 3,
  seal: 1,
} as const;

type Act = keyof typeof ACTS;
type Way = Exclude<Act, "relabel" | "delete" | "erase" | "search" | "seal">;

const LIST = (Object.keys(ACTS) as Act[]).flatMap((act) => Array.from({ length: ACTS[act] }, () => act));

/** A client that prints by every protocol, changes its prints and seals the journal, one after the other, until it is cut off. */
export class MixedClient {
  private readonly own: Receipt[] = [];
  private isCutOff = false;
  /** How many requests were refused because nothing could be stored. */
  refusals = 0;

  constructor(
    private readonly place: MixedPlace,
    private readonly random: SeededRandom,
    private readonly ledger: MixedLedger,
    private readonly areRefusalsExpected = false,
  ) {}

  /** Does so many things, or goes on without an end, until the service is gone. */
  async run(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < most && !this.isCutOff; done++)
      await this.act(this.random.pick(LIST) ?? "json");
  }

  /** Ends it after what it does now. */
  stop(): void {
    this.isCutOff = true;
  }

  private async act(act: Act): Promise<void> {
    if (act === "search") return await this.search();
    if (act === "seal") return void (await this.send({ method: "POST", path: "/journal/seals", body: "{}" }));
    if (act !== "relabel" && act !== "delete" && act !== "erase") return await this.print(act);
    const receipt = this.random.pick(this.own);
    const { is } = receipt?.states.at(-1) ?? {};
    if (receipt === undefined || is === "erased" || (is === "deleted" && act !== "erase")) return;
    await this.change(receipt, act);
  }

  /** Prints one receipt. */
  async print(way: Way): Promise<void> {
    const { receipt, text } = this.ledger.newReceipt(way, this.text());
    await this.sendJob(way, { receipt, text });
  }

  /** Sends a job again whose answer was cut off. */
  async printAgain(job: UnansweredJob): Promise<void> {
    await this.sendJob(job.receipt.way as Way, job);
  }

  private async sendJob(way: Way, job: UnansweredJob): Promise<void> {
    const { receipt, text } = job;
    if (way === "json" || way === "api") {
      const acknowledged = this.ledger.ask(receipt, null);
      const answer = await this.send(createOf(way, receipt, text));
      if (answer !== null) {
        receipt.id = (answer as { id: number }).id;
        acknowledged();
        this.own.push(receipt);
      } else if (this.isCutOff) this.ledger.unanswered.push(job);
      return;
    }
    const place = way === "passed" ? { ...this.place, rawPort: this.place.passingPort } : this.place;
    for (let sending = 0; sending < MOST_SENDINGS && !this.isCutOff; sending++) {
      const acknowledged = this.ledger.ask(receipt, null);
      try {
        await TILLS[way === "passed" ? "raw" : way](place, text);
        return acknowledged();
      } catch {
        // Refused, or the service is gone: a till sends it again.
        this.refusals++;
        if (!(await this.isThere())) this.isCutOff = true;
      }
    }
    this.ledger.unanswered.push(job);
  }

  private async change(receipt: Receipt, act: "relabel" | "delete" | "erase"): Promise<void> {
    const path = `/prints/${receipt.id}`;
    const acknowledged = this.ledger.ask(receipt, changeBy(act, receipt));
    const answer = await this.send(
      act === "relabel"
        ? { method: "PATCH", path, body: JSON.stringify({ label: receipt.states.at(-1)?.label }) }
        : act === "delete"
          ? { method: "DELETE", path, body: null }
          : { method: "POST", path: `${path}/erase`, body: '{"reason":"The guest asked for it."}' },
    );
    if (answer !== null) acknowledged();
    // Nobody knows what it is now: nothing more is done to it.
    else this.own.splice(this.own.indexOf(receipt), 1);
  }

  private async search(): Promise<void> {
    const body = JSON.stringify({ deleted: "any", text: ["order"], pageSize: 10 });
    await this.send({ method: "POST", path: "/prints/search", body });
  }

  /** @returns the answer; `null` when it was refused or cut off */
  private async send({ method, path, body, expected = [200], headers }: Request): Promise<unknown> {
    const { address, localToken } = this.place;
    const own = { Authorization: `Bearer ${localToken}`, "Content-Type": "application/json" };
    let status: number;
    let text: string;
    try {
      const init = { method, headers: { ...own, ...headers }, body };
      const response = await fetch(`${address}/api/workspace/default${path}`, init);
      status = response.status;
      text = await response.text();
    } catch {
      this.isCutOff = true;
      return null;
    }
    if (expected.includes(status)) return JSON.parse(text);
    this.refusals++;
    const isExpected = this.areRefusalsExpected && status >= 500;
    if (!isExpected) this.ledger.faults.push(`${method} ${path}: answered ${status} ${text.slice(0, 200)}`);
    return null;
  }

  private async isThere(): Promise<boolean> {
    try {
      await (await fetch(`${this.place.address}/healthz`)).text();
      return true;
    } catch {
      return false;
    }
  }

  /** Lines of a receipt; some of them are long. */
  private text(): string {
    const length = this.random.happens(0.8)
      ? this.random.integer(0, 200)
      : this.random.integer(0, LONGEST_TEXT);
    let text = "";
    while (text.length < length) text += `Coffee ${this.random.integer(1, 999_999)}.50\n`;
    return `${text}TOTAL`;
  }
}

function changeBy(act: "relabel" | "delete" | "erase", { name, states }: Receipt): Partial<ReceiptState> {
  if (act === "relabel") return { label: `Relabelled ${name} ${states.length}` };
  return { is: act === "delete" ? "deleted" : "erased" };
}

/** A request to a workspace's API. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string | Buffer<ArrayBuffer> | null;
  /** What it is answered; 200 without it. */
  readonly expected?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
}

function createOf(way: "json" | "api", { name }: Receipt, text: string): Request {
  const bytes = Buffer.from(printOf(text));
  if (way === "json") {
    const body = JSON.stringify({ raw: bytes.toString("base64") });
    return { method: "POST", path: "/prints/json", body, expected: [201] };
  }
  // Sent again, such a print is stored once; the others may be there twice.
  const headers = { "Content-Type": "application/octet-stream", "Idempotency-Key": name };
  return { method: "POST", path: "/prints", body: bytes, expected: [200, 201], headers };
}
