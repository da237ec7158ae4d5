import { PrinterHost } from "../../faults/printer-host.ts";
import { SeededRandom } from "../../faults/random.ts";
import { orderNumber, shopReceiptBytes } from "../shop-receipts.ts";

/** Requests at a time while the shop is filled. */
const FILLING = 32;
const SEARCHES_PER_SECOND = 4;
const READS_PER_SECOND = 10;

/** How often it is asked whether the text of the last prints was read, and between, milliseconds. */
const ASKS = 100;
const ASK_MILLISECONDS = 100;

interface Found {
  readonly total: number;
  readonly items: readonly { readonly id: number }[];
  /** Prints whose text was not read yet. */
  readonly textPending: number;
}

export interface ShopPlace {
  readonly port: number;
  readonly token: string;
  readonly rawPort: number;
}

/** How long things took in a part of a day, milliseconds each. */
export interface ShopWork {
  readonly prints: number;
  readonly jobs: readonly number[];
  readonly searches: readonly number[];
  readonly reads: readonly number[];
}

/** The tills of a shop, and its people who look things up. */
export class Shop {
  private readonly random = new SeededRandom(1);
  private readonly address: string;
  private readonly headers: Readonly<Record<string, string>>;
  private printed = 0;
  /** The id of a print that is there. */
  private newest = 0;

  constructor(private readonly place: ShopPlace) {
    this.address = `http://127.0.0.1:${place.port}/api/workspace/default/prints`;
    this.headers = { Authorization: `Bearer ${place.token}`, "Content-Type": "application/json" };
  }

  /** Stores receipts by the API. */
  async fill(count: number): Promise<void> {
    const headers = { ...this.headers, "Content-Type": "application/octet-stream" };
    const worker = async () => {
      while (this.printed < count) {
        const body = Buffer.from(shopReceiptBytes(this.printed++));
        const response = await fetch(this.address, { method: "POST", headers, body });
        if (response.status !== 201) throw new Error(`a print was answered ${response.status}`);
        this.newest = ((await response.json()) as { id: number }).id;
      }
    };
    await Promise.all(Array.from({ length: FILLING }, worker));
  }

  /** Prints at a pace for a while, and looks things up meanwhile. */
  async work(seconds: number, printsPerSecond: number): Promise<ShopWork> {
    const end = performance.now() + seconds * 1000;
    const [jobs, searches, reads]: [number[], number[], number[]] = [[], [], []];
    await Promise.all([
      this.repeat(end, printsPerSecond, jobs, () => this.print()),
      this.repeat(end, SEARCHES_PER_SECOND, searches, () => this.search()),
      this.repeat(end, READS_PER_SECOND, reads, () => this.read()),
    ]);
    return { prints: jobs.length, jobs, searches, reads };
  }

  /** Everything that is kept is there, and the newest print can be found by its text. @throws Error when not */
  async verify(kept: number): Promise<void> {
    const { total } = await this.find({ pageSize: 1 });
    if (total < kept) throw new Error(`${total} prints are there of the ${kept} to be kept`);
    const newest = orderNumber(this.printed - 1);
    let found = await this.find({ text: newest, pageSize: 1 });
    // Text is read a moment after a print is stored.
    for (let asked = 1; found.textPending > 0 && asked < ASKS; asked++) {
      await Bun.sleep(ASK_MILLISECONDS);
      found = await this.find({ text: newest, pageSize: 1 });
    }
    if (found.total !== 1) throw new Error(`order ${newest} is found ${found.total} times`);
  }

  /** Does something at a rate, one at a time, and notes how long it takes. */
  private async repeat(
    end: number,
    perSecond: number,
    times: number[],
    act: () => Promise<void>,
  ): Promise<void> {
    const begin = performance.now();
    for (let count = 0; performance.now() < end; count++) {
      const due = begin + (count / perSecond) * 1000 - performance.now();
      if (due > 0) await Bun.sleep(due);
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
    }
  }

  private async print(): Promise<void> {
    const host = await PrinterHost.connect(this.place.rawPort);
    await host.send(Buffer.from(shopReceiptBytes(this.printed++)));
    host.finish();
    const ending = await host.ending;
    if (ending !== "closed") throw new Error(`the connection to the printer ended: ${ending}`);
  }

  private async search(): Promise<void> {
    const order = orderNumber(this.printed - 1 - this.random.integer(0, 10_000));
    const bodies = [{ text: order }, { text: "flat white", orderBy: "createdAt.desc" }, { pageSize: 50 }];
    const { items } = await this.find(this.random.pick(bodies) ?? {});
    this.newest = items[0]?.id ?? this.newest;
  }

  private async read(): Promise<void> {
    const response = await fetch(`${this.address}/${this.newest}`, { headers: this.headers });
    if (!response.ok) throw new Error(`print ${this.newest} was answered ${response.status}`);
    await response.arrayBuffer();
  }

  private async find(body: object): Promise<Found> {
    const response = await fetch(`${this.address}/search`, {
      method: "POST",
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`a search was answered ${response.status}: ${await response.text()}`);
    return { textPending: 0, ...((await response.json()) as Omit<Found, "textPending">) };
  }
}
