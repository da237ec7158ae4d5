import { decodeContent } from "../../src/storage/raw-content.ts";
import { fingerprintOf } from "../../src/storage/print-identity.ts";
import {
  type Batch,
  type BatchAnswer,
  type ErasureOrder,
  type HasQuestion,
  type Hello,
  type HelloAnswer,
  type Pull,
  type PullAnswer,
  type Rewind,
  type ShipCursor,
  type ShippedPrint,
  UPSTREAM_PATHS,
  type WantedPrint,
} from "../../src/contract/upstream-messages.ts";
import { decodeBatch, encodeBatch } from "../../src/upstream/batch-packing.ts";

/** A print that the archive has, and its bytes as they are packed. */
export interface KeptPrint {
  readonly print: ShippedPrint;
  readonly content: Uint8Array;
  readonly fingerprint: string;
}

/** What a request meets on its way. */
export type Fault =
  | "none"
  /** It never arrives. */
  | "request lost"
  /** It is done, and nobody hears of it. */
  | "answer lost"
  /** The answer ends in its middle. */
  | "answer halved"
  /** It is done later, when nobody waits for it any more. */
  | "late"
  /** It arrives twice. */
  | "doubled"
  /** The archive has no time. */
  | "busy";

const LATE_MILLISECONDS = 30;
const PULLED_PRINTS = 7;

/** An archive's rules in memory, behind a real HTTP server, with faults on the way. */
export class ModelArchive {
  /** By ordinal and fingerprint. */
  readonly prints = new Map<string, KeptPrint>();
  readonly orders = new Map<string, ErasureOrder>();
  readonly hellos: Hello[] = [];
  cursor: ShipCursor = { nextOrdinal: 0, nextChange: 1 };
  nonce: string | null = null;
  keys = new Set(["sk_one"]);
  nextKey: string | null = null;
  code: string | null = "CODE";
  /** How often the cursor was set back. */
  rewinds = 0;
  requests = 0;
  /** Older states that came over newer ones: were refused. */
  stale = 0;
  bytes = 0;
  bytesPerSecond: number | null = null;
  faultOf: (path: string) => Fault = () => "none";
  private readonly late = new Set<Promise<unknown>>();
  private readonly wanted = new Map<string, WantedPrint>();
  private readonly server;

  constructor(tls?: Bun.TLSOptions | Bun.TLSOptions[]) {
    this.server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      ...(tls !== undefined && { tls }),
      fetch: (request) => this.answer(request),
    });
  }

  get url(): string {
    return `${this.server.url.protocol}//127.0.0.1:${this.server.port}`;
  }

  /** Waits for what was on its way. */
  async settle(): Promise<void> {
    await Promise.all(this.late);
  }

  stop(): Promise<void> {
    return this.server.stop(true);
  }

  /** What a backup of the archive has; calling it puts that in place. */
  backup(): () => void {
    const { cursor, nonce } = this;
    const prints = new Map(this.prints);
    return () => {
      this.prints.clear();
      for (const [key, print] of prints) this.prints.set(key, print);
      this.cursor = cursor;
      this.nonce = nonce;
    };
  }

  /** Erases a print here: its shop is ordered to. */
  erase(key: string): void {
    const kept = this.prints.get(key);
    if (kept === undefined) throw new Error("no such print");
    const { ordinal, createdAt } = kept.print;
    this.orders.set(key, { ordinal, createdAt, fingerprint: kept.fingerprint, reason: "asked for" });
    this.prints.set(key, emptied(kept, "asked for"));
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.requests++;
    const body = new Uint8Array(await request.arrayBuffer());
    const key = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    const respond = () => this.respond(pathname, key, body);
    switch (this.faultOf(pathname)) {
      case "none":
        return respond();
      case "request lost":
        return new Response("<html>a proxy</html>", { status: 502 });
      case "answer lost":
        respond();
        return new Response("<html>a proxy</html>", { status: 502 });
      case "answer halved":
        return new Response((await respond().text()).slice(0, 9));
      case "late":
        this.late.add(Bun.sleep(LATE_MILLISECONDS).then(respond));
        return new Response(null, { status: 504 });
      case "doubled":
        respond();
        return respond();
      case "busy":
        return new Response(null, { status: 503, headers: { "Retry-After": "0" } });
    }
  }

  private respond(path: string, key: string | null, body: Uint8Array<ArrayBuffer>): Response {
    const json = () => JSON.parse(new TextDecoder().decode(body)) as never;
    if (path === UPSTREAM_PATHS.join) return this.join(json());
    if (key === null || !this.keys.has(key)) return refused(401, "The key is not good.");
    if (key === this.nextKey) {
      this.keys = new Set([key]);
      this.nextKey = null;
    }
    switch (path) {
      case UPSTREAM_PATHS.hello:
        return this.hello(json());
      case UPSTREAM_PATHS.has:
        return Response.json({ has: this.prints.has(keyOf(json())) });
      case UPSTREAM_PATHS.rewind:
        return this.rewind(json());
      case UPSTREAM_PATHS.batch:
        this.bytes += body.length;
        return this.apply(body);
      case UPSTREAM_PATHS.pull:
        return this.pull(json());
    }
    return refused(404, "There is no such thing.");
  }

  private join({ code }: { code: string }): Response {
    const [key = ""] = this.keys;
    return code === this.code
      ? Response.json({ key, workspace: "berlin" })
      : refused(401, "The code is not good.");
  }

  private hello(hello: Hello): Response {
    this.hellos.push(hello);
    if (hello.nonce === this.nonce) for (const print of hello.obeyed) this.orders.delete(keyOf(print));
    const answer: HelloAnswer = {
      ...this.cursor,
      nonce: this.nonce,
      workspace: "berlin",
      limits: { batchBytes: 1024 * 1024, bytesPerSecond: this.bytesPerSecond },
      ...this.news(),
      ...(this.nextKey !== null && { nextKey: this.nextKey }),
    };
    return Response.json(answer);
  }

  private rewind({ from, to, nonce }: Rewind): Response {
    if (!this.isAt(from)) return this.conflict();
    this.rewinds++;
    this.cursor = to;
    this.nonce = nonce;
    return Response.json(to);
  }

  private apply(packed: Uint8Array<ArrayBuffer>): Response {
    const { batch, contents } = decodeBatch<Batch>(packed);
    if (!this.isAt(batch.from)) return this.conflict();
    for (const [index, print] of batch.prints.entries())
      this.take(print, contents[index] ?? new Uint8Array());
    this.cursor = batch.to;
    this.nonce = batch.nonce;
    const answer: BatchAnswer = { ...this.cursor, ...this.news() };
    return Response.json(answer);
  }

  private take(print: ShippedPrint, content: Uint8Array): void {
    const { ordinal, sha256 } = print;
    const at = print.identifiedAt ?? print.createdAt;
    if (print.removal !== null) {
      for (const [key, kept] of this.prints)
        if (kept.print.ordinal === ordinal && (kept.print.identifiedAt ?? kept.print.createdAt) === at)
          this.prints.set(key, emptied(kept, print.removal.reason));
      return;
    }
    const fingerprint = fingerprintOf(at, Uint8Array.fromHex(sha256)).toHex();
    const key = keyOf({ ordinal, fingerprint });
    const known = this.prints.get(key);
    if (known?.print.removal) return;
    if (known !== undefined) {
      if (print.updatedAt < known.print.updatedAt) this.stale++;
      else this.prints.set(key, { ...known, print: { ...print, contentLength: known.print.contentLength } });
      return;
    }
    if (content.length === 0 && print.byteLength > 0) {
      this.wanted.set(key, { ordinal, fingerprint, why: "missing" });
      return;
    }
    // It throws where the bytes are not those of the hash.
    const { byteLength, encoding } = print;
    decodeContent(0, { sha256: Uint8Array.fromHex(sha256), byteLength, encoding, content });
    this.wanted.delete(key);
    this.prints.set(key, { print, content: new Uint8Array(content), fingerprint });
  }

  private pull({ after }: Pull): Response {
    if (after !== null && after.ordinal < 0) return refused(400, "There is no such ordinal.");
    const all = [...this.prints.values()]
      .filter(({ print }) => print.removal === null)
      .toSorted((one, other) => compare(one, other));
    const rest = all.filter((kept) => after === null || compare(kept, { ...after, print: after }) > 0);
    const given = rest.slice(0, PULLED_PRINTS);
    const answer: PullAnswer = {
      prints: given.map(({ print, content }) => ({ ...print, contentLength: content.length })),
      more: rest.length > given.length,
    };
    return new Response(
      encodeBatch(
        answer,
        given.map(({ content }) => content),
      ),
    );
  }

  private news() {
    return { orders: [...this.orders.values()], wanted: [...this.wanted.values()] };
  }

  private isAt({ nextOrdinal, nextChange }: ShipCursor): boolean {
    return nextOrdinal === this.cursor.nextOrdinal && nextChange === this.cursor.nextChange;
  }

  private conflict(): Response {
    return refused(409, "The cursor is elsewhere.", this.cursor);
  }
}

/** What names a print among all. */
export function keyOf({ ordinal, fingerprint }: HasQuestion): string {
  return `${ordinal}/${fingerprint}`;
}

function compare(one: Comparable, other: Comparable): number {
  return (
    one.print.ordinal - other.print.ordinal ||
    (one.fingerprint < other.fingerprint ? -1 : Number(one.fingerprint !== other.fingerprint))
  );
}

interface Comparable {
  readonly print: { readonly ordinal: number };
  readonly fingerprint: string;
}

function emptied(kept: KeptPrint, reason: string): KeptPrint {
  const removal = { kind: "erased", at: 0, reason } as const;
  return { ...kept, content: new Uint8Array(), print: { ...kept.print, label: null, tag: "{}", removal } };
}

function refused(status: number, message: string, data: object = {}): Response {
  return Response.json({ message, data }, { status });
}
