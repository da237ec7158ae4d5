/*
 * Preloaded into a real service: its writer commits every operation alone. All else stays as it is, the batches
 * between the threads included, so that the difference is group commit and nothing else.
 */

import { BatchWriter } from "../../../src/storage/batch-writer.ts";
import { preloadWorkers } from "./preload-workers.ts";

if (Bun.isMainThread) {
  preloadWorkers(import.meta.path);
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
