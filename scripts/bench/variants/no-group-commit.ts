/*
 * Preloaded into a real service: its writer commits every operation alone. All else stays as it is, the batches
 * between the threads included, so that the difference is group commit and nothing else.
 */

import { BatchWriter } from "../../../src/storage/batch-writer.ts";

if (Bun.isMainThread) {
  // The writer works in a Worker, where this file must be loaded as well.
  const PlainWorker = globalThis.Worker;
  globalThis.Worker = class extends PlainWorker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, { ...options, preload: [import.meta.path] });
    }
  };
} else {
  const write = BatchWriter.prototype.write;
  BatchWriter.prototype.write = function (operations) {
    const outcomes = operations.map((operation) => write.call(this, [operation]));
    return {
      results: outcomes.flatMap(({ results }) => results),
      faults: outcomes.flatMap(({ faults }) => faults),
      clockHeldBackMilliseconds: 0,
      commitMilliseconds: outcomes.reduce((sum, { commitMilliseconds }) => sum + commitMilliseconds, 0),
    };
  };
}
