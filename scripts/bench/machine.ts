import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./statistics.ts";

const FSYNC_SAMPLES = 100;

/** The machine that the figures are of. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** The median of an append of 4 KiB with fsync in the folder for temporary files, milliseconds. */
  readonly fsyncMilliseconds: number;
  /** Processes that wanted to run over the last minute, before the benchmark: much of it makes figures noisy. */
  readonly loadBefore: number;
}

/** Looks at the machine. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    fsyncMilliseconds: measureFsync(),
    loadBefore: loadavg()[0] ?? 0,
  };
}

function measureFsync(): number {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-fsync-"));
  const file = openSync(join(folder, "file"), "w");
  const page = new Uint8Array(4096);
  const samples = Array.from({ length: FSYNC_SAMPLES }, () => {
    const started = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(samples);
}
