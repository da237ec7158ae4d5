/*
 * Preloaded into a real service: when it ends it leaves the times of its commits, milliseconds, as a JSON array in the
 * file that COMMIT_TIMES_FILE names.
 */

import { writeFileSync } from "node:fs";
import { Metrics } from "../../../src/operations/metrics.ts";

if (Bun.isMainThread) {
  const times: number[] = [];
  const noteBatch = Metrics.prototype.noteBatch;
  Metrics.prototype.noteBatch = function (outcome) {
    times.push(outcome.commitMilliseconds);
    noteBatch.call(this, outcome);
  };
  process.on("exit", () => writeFileSync(process.env["COMMIT_TIMES_FILE"] ?? "", JSON.stringify(times)));
}
