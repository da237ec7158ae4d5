import { Elysia } from "elysia";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { keyRefused, readShopKey } from "../domain/shop-key.ts";
import { read } from "../contract/check.ts";
import * as contract from "../contract/upstream.ts";
import { monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { Semaphore } from "../platform/semaphore.ts";
import type { KnownShop, UpstreamRequests } from "../storage/ports/shops.ts";
import { UPSTREAM_PATHS } from "../contract/upstream-messages.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { BadTokenLimit } from "./rate-limit.ts";
import { reply, replyValue } from "./reply.ts";
import { readBody, readJson, requestTooLarge } from "./request-body.ts";

type Answer = (call: Call, shop: KnownShop) => Promise<Response>;

/** Where shops send their prints; see `contract/upstream-messages.ts`. No part of the API reference: both ends are Tillroll. */
export function upstreamController(service: HttpService, archive: UpstreamRequests) {
  const upstream = new UpstreamEndpoints(service, archive);
  const ofShop = (answer: Answer) => upstream.endpointOf(answer);
  return new Elysia()
    .post(UPSTREAM_PATHS.join, upstream.join, HIDDEN)
    .post(UPSTREAM_PATHS.hello, ofShop(upstream.hello), HIDDEN)
    .post(UPSTREAM_PATHS.has, ofShop(upstream.has), HIDDEN)
    .post(UPSTREAM_PATHS.rewind, ofShop(upstream.rewind), HIDDEN)
    .post(UPSTREAM_PATHS.batch, ofShop(upstream.batch), HIDDEN)
    .post(UPSTREAM_PATHS.pull, ofShop(upstream.pull), HIDDEN);
}

class UpstreamEndpoints {
  /** Who guesses codes or keys. */
  private readonly guesses = new BadTokenLimit();
  private readonly batches = new Semaphore(SHOP_LIMITS.batchesAtOnce);
  readonly join;

  constructor(
    private readonly service: HttpService,
    private readonly archive: UpstreamRequests,
  ) {
    this.join = endpoint(service, (call) => this.joinBy(call));
  }

  /** An endpoint for whoever bears the key of a shop. */
  endpointOf(answer: Answer) {
    return endpoint(this.service, async (call) => answer(call, await this.shopOf(call)));
  }

  readonly hello: Answer = async ({ request }, shop) => {
    const said = await readJson(request, (body) => read(contract.Hello, body));
    return replyValue(200, await this.archive.hello(shop, said, this.service.clock()));
  };

  readonly has: Answer = async ({ request }, shop) => {
    const question = await readJson(request, (body) => read(contract.Has, body));
    return replyValue(200, await this.archive.has(shop, question));
  };

  readonly rewind: Answer = async ({ request }, shop) => {
    const wish = await readJson(request, (body) => read(contract.Rewind, body));
    return replyValue(200, await this.archive.rewind(shop, wish, this.service.clock()));
  };

  readonly batch: Answer = async ({ request }, shop) => {
    const most = SHOP_LIMITS.batchBytes;
    // Those that wait have not been read yet.
    const release = await this.batches.acquire();
    try {
      const packed = await readBody(request, most, () => requestTooLarge(most, "a batch of prints"));
      return replyValue(200, await this.archive.batch(shop, packed, this.service.clock()));
    } finally {
      release();
    }
  };

  readonly pull: Answer = async ({ request }, shop) => {
    const wish = await readJson(request, (body) => read(contract.Pull, body));
    // As many bytes are in memory as of a batch.
    const release = await this.batches.acquire();
    try {
      const packed = await this.archive.pull(shop, wish);
      return reply(200, packed, { "Content-Type": "application/zstd" });
    } finally {
      release();
    }
  };

  private async joinBy(call: Call): Promise<Response> {
    const wish = await readJson(call.request, (body) => read(contract.Join, body));
    // A code is short: even a right one is not looked at after too many wrong ones.
    this.guesses.note(call.address, false, monotonicClock());
    try {
      return replyValue(200, await this.archive.join(wish, this.service.clock()));
    } catch (error) {
      if (error instanceof TillrollError && error.code === "UNAUTHORIZED") this.noteGuess(call);
      throw error;
    }
  }

  /** @throws TillrollError UNAUTHORIZED, RATE_LIMIT_EXCEEDED */
  private async shopOf(call: Call): Promise<KnownShop> {
    const authorization = call.request.headers.get("authorization") ?? "";
    const key = readShopKey(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
    const shop = key === null ? null : await this.archive.find(key);
    if (shop !== null) return shop;
    this.noteGuess(call);
    throw keyRefused();
  }

  private noteGuess({ address }: Call): void {
    this.guesses.note(address, true, monotonicClock());
  }
}
