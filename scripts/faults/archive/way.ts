import { readShopKey } from "../../../src/domain/shop-key.ts";
import { UPSTREAM_PATHS } from "../../../src/contract/upstream-messages.ts";
import type { SeededRandom } from "../random.ts";

/** How late a request comes at most that nobody waits for any more, milliseconds. */
const LATEST_MILLISECONDS = 400;

const BEARER = "Bearer ";

/**
 * The way of all shops to the instances of an archive: whichever instance a request gets to, it may be cut, halved, doubled or
 * late, and so may the answer.
 */
export class ArchiveWay {
  /** How many of the requests meet a fault, from 0 to 1. */
  rate = 0;
  requests = 0;
  faults = 0;
  /** Public parts of the keys of shops that are cut off. */
  readonly cutOff = new Set<string>();
  /** Of the keys of shops that have gone back, how often. */
  readonly rewinds = new Map<string, number>();
  private readonly late = new Set<Promise<unknown>>();
  private readonly server;

  /** @param targets the addresses of the instances */
  constructor(
    private readonly targets: readonly string[],
    private readonly random: SeededRandom,
  ) {
    this.server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 60,
      fetch: (request) => this.pass(request),
      error: () => gone(),
    });
  }

  get address(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  /** Waits for what nobody waits for any more. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.late);
  }

  stop(): Promise<void> {
    return this.server.stop(true);
  }

  private async pass(request: Request): Promise<Response> {
    const body = await request.bytes();
    const { pathname } = new URL(request.url);
    const key = readShopKey(request.headers.get("authorization")?.slice(BEARER.length) ?? "")?.id ?? "";
    if (this.cutOff.has(key)) return gone();
    this.requests++;
    if (pathname === UPSTREAM_PATHS.rewind) this.rewinds.set(key, (this.rewinds.get(key) ?? 0) + 1);
    const send = (bytes = body) =>
      fetch((this.random.pick(this.targets) ?? "") + pathname, {
        method: "POST",
        headers: request.headers,
        body: bytes,
      });
    try {
      return await (this.random.happens(this.rate) ? this.spoil(send, body) : answerOf(send()));
    } catch {
      // The instance is dead, or died with the request.
      return gone();
    }
  }

  private async spoil(
    send: (bytes?: Uint8Array<ArrayBuffer>) => Promise<Response>,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    this.faults++;
    switch (this.random.integer(0, 6)) {
      case 0:
        return gone();
      case 1:
        await send();
        return gone();
      case 2:
        this.leave(Bun.sleep(this.random.integer(0, LATEST_MILLISECONDS)).then(() => send()));
        return gone();
      case 3: {
        const both = await Promise.allSettled([send(), send()]);
        const answer = both.find((one) => one.status === "fulfilled");
        return answer === undefined ? gone() : answerOf(answer.value);
      }
      case 4:
        return answerOf(send(body.subarray(0, body.length >> 1)));
      case 5: {
        const answer = await (await send()).bytes();
        return new Response(answer.subarray(0, answer.length >> 1));
      }
      default:
        await Bun.sleep(this.random.integer(0, LATEST_MILLISECONDS));
        return answerOf(send());
    }
  }

  private leave(late: Promise<unknown>): void {
    const settled = late.catch(() => {}).finally(() => this.late.delete(settled));
    this.late.add(settled);
  }
}

async function answerOf(answered: Response | Promise<Response>): Promise<Response> {
  const response = await answered;
  return new Response(await response.bytes(), { status: response.status });
}

/** As a proxy says that nothing came back. */
function gone(): Response {
  return new Response("<html></html>", { status: 502 });
}
