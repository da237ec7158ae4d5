import { createHash } from "node:crypto";
import type { Ledger, PrintAcknowledged, PrintAnswer, PrintSent } from "./ledger.ts";
import type { SeededRandom } from "./random.ts";

const LARGEST_PRINT_BYTES = 64 * 1024;

/** Of a client's requests; the rest are creates. */
const UPDATE_SHARE = 0.15;
const DELETE_SHARE = 0.05;

/** Where clients send their requests. */
export interface Endpoint {
  /** Base address of a workspace's API. */
  readonly workspaceAddress: string;
  readonly token: string;
}

/** How clients are to go on when the service refuses. */
export interface ClientOptions {
  /** Whether a refusal to store (503 or 507) is expected, as on a full disk. */
  readonly refusalsExpected: boolean;
}

/** A client that creates prints one after the other, and changes and deletes some of its own, until it is cut off. */
export class Client {
  private readonly own: PrintAcknowledged[] = [];
  private lastNumber = 0;
  /** How many requests were refused because the print could not be stored. */
  refusals = 0;

  constructor(
    private readonly name: string,
    private readonly endpoint: Endpoint,
    private readonly random: SeededRandom,
    private readonly ledger: Ledger,
    private readonly options: ClientOptions = { refusalsExpected: false },
  ) {}

  /** Sends requests until the service cuts the connection or `mayGoOn` says no. */
  async run(mayGoOn: () => boolean): Promise<void> {
    while (mayGoOn()) {
      const chance = this.random.next();
      const print = chance < UPDATE_SHARE + DELETE_SHARE ? this.random.pick(this.own) : undefined;
      let goesOn: boolean;
      if (print === undefined || print.deleted) goesOn = await this.create();
      else if (chance < DELETE_SHARE) goesOn = await this.delete(print);
      else goesOn = await this.update(print);
      if (!goesOn) return;
    }
  }

  private async create(): Promise<boolean> {
    const sent = this.newPrint();
    const highestIdBefore = this.ledger.highestId;
    const answer = await this.send(() => sendCreate(this.endpoint, sent), 201, sent.printKey);
    if (answer === "refused") return true;
    if (answer === "cut off") {
      this.ledger.unanswered.push(sent);
      return false;
    }
    this.own.push(this.ledger.acknowledge(sent, answer, highestIdBefore));
    return true;
  }

  private async update(print: PrintAcknowledged): Promise<boolean> {
    const label = `${this.name} update ${++this.lastNumber}`;
    print.unanswered = { label };
    const answer = await this.sendChange("PATCH", print, JSON.stringify({ label }));
    if (answer === "cut off") return false;
    print.unanswered = null;
    if (answer !== "refused") print.label = label;
    return true;
  }

  private async delete(print: PrintAcknowledged): Promise<boolean> {
    print.unanswered = "delete";
    const answer = await this.sendChange("DELETE", print, null);
    if (answer === "cut off") return false;
    print.unanswered = null;
    if (answer !== "refused") print.deleted = true;
    return true;
  }

  private sendChange(method: "PATCH" | "DELETE", { id }: PrintAcknowledged, body: string | null) {
    const { workspaceAddress, token } = this.endpoint;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const change = () => fetch(`${workspaceAddress}/prints/${id}`, { method, headers, body });
    return this.send(change, 200, `${method} ${id}`);
  }

  /** @returns the print answered; `"cut off"` when there was no whole answer, so that nobody knows what happened */
  private async send(
    request: () => Promise<Response>,
    expectedStatus: number,
    what: string,
  ): Promise<PrintAnswer | "refused" | "cut off"> {
    let status: number;
    let text: string;
    try {
      const response = await request();
      status = response.status;
      text = await response.text();
    } catch {
      return "cut off";
    }
    if (status === expectedStatus) return JSON.parse(text) as PrintAnswer;
    this.refusals++;
    const isExpected = this.options.refusalsExpected && (status === 503 || status === 507);
    if (!isExpected) this.ledger.faults.push(`${what}: answered ${status} ${text.slice(0, 200)}`);
    return "refused";
  }

  private newPrint(): PrintSent {
    const printKey = `${this.name} print ${++this.lastNumber}`;
    // Small prints are the usual ones; without them a round would hold too few.
    const largest = this.random.happens(0.7) ? 1024 : LARGEST_PRINT_BYTES;
    const raw = this.random.bytes(this.random.integer(1, largest));
    const sha256 = createHash("sha256").update(raw).digest("hex");
    const idempotencyKey = this.random.happens(0.5) ? `key of ${printKey}` : null;
    return { printKey, idempotencyKey, label: `${printKey} ✓`, raw, sha256 };
  }
}

/** Asks for a print to be stored. */
export function sendCreate({ workspaceAddress, token }: Endpoint, print: PrintSent): Promise<Response> {
  const { printKey, label, idempotencyKey } = print;
  const query = new URLSearchParams({ printKey, label, tag: `sent=${print.sha256.slice(0, 40)}` });
  return fetch(`${workspaceAddress}/prints?${query}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/octet-stream",
      ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
    },
    body: print.raw,
  });
}
