import { Cleanup } from "./data/cleanup.ts";
import { prepareDataSet } from "./data/data-set.ts";
import { timeFirstByte } from "./memory/first-byte.ts";
import { serviceCommand } from "./memory/service-command.ts";
import { type ProcessMemory, readMemory } from "./memory/process-memory.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { makeInstances } from "./search/search-instance.ts";
import { SearchService } from "./search/search-service.ts";
import { median } from "./statistics.ts";

const STARTS = 5;
const IDLE_MILLISECONDS = 3000;
/** After these the collector has been for what searches left; while they go on it may be anywhere between two calls, 30 MiB apart. */
const QUIET_MILLISECONDS = 2000;
const MIX_ROUNDS = 3;
const CACHE_MEBIBYTES = 64;

const FIRST_BYTE_MILLISECONDS = 60;
const IDLE_MEBIBYTES = 50;

/** The service's own memory expected after the mix, MiB, at a number of prints. */
const MIX_MEBIBYTES: Readonly<Record<number, number>> = { 1_000_000: 140, 10_000_000: 250 };

/** How soon a service with many prints answers, and how much memory it takes: idle, and with searches of every kind. */
export async function benchMemory({ prints, keepFolder, onProgress }: BenchOptions): Promise<BenchReport> {
  const { command, description } = serviceCommand();
  onProgress(description);
  const rows: ReportRow[] = [];
  for (const count of prints) {
    await using cleanup = new Cleanup();
    const data = await prepareDataSet(count, keepFolder, cleanup, onProgress);
    const start = { dataFolder: data.folder, cleanup, command, cacheMebibytes: CACHE_MEBIBYTES };
    const firstBytes: number[] = [];
    for (let started = 0; started < STARTS; started++) firstBytes.push(await timeFirstByte(start));
    const service = await SearchService.start(start);
    const { processId } = service.service;
    await Bun.sleep(IDLE_MILLISECONDS);
    const idle = readMemory(processId);
    await service.find({});
    const afterFirst = readMemory(processId);
    const ask = async (body: object) => (await service.find({ ...body })).text;
    const instances = (await makeInstances(data.workload.chain, ask)).flat();
    for (let round = 0; round < MIX_ROUNDS; round++) {
      for (const { body } of instances) await service.find(body);
    }
    const afterMix = readMemory(processId);
    await Bun.sleep(QUIET_MILLISECONDS);
    const quiet = readMemory(processId);
    await service.stop();
    const at = `${count.toLocaleString("en-US")}: `;
    const searches = instances.length * MIX_ROUNDS;
    rows.push(
      {
        name: `${at}start to first byte served, median of ${STARTS}`,
        value: median(firstBytes),
        unit: "ms",
        atMost: FIRST_BYTE_MILLISECONDS,
      },
      ...memoryRows(`${at}idle`, idle, IDLE_MEBIBYTES),
      ...memoryRows(`${at}after the first search`, afterFirst),
      ...memoryRows(`${at}after ${searches} searches`, afterMix, MIX_MEBIBYTES[count]),
      ...memoryRows(`${at}when it is quiet after them`, quiet),
    );
  }
  if (rows.length === prints.length) onProgress("the memory of a process is not available on this system");
  return { rows };
}

function memoryRows(
  name: string,
  { resident, own, proportional }: ProcessMemory,
  atMost?: number,
): ReportRow[] {
  const rows = [
    { name: `${name}, its own`, value: own, unit: "MiB", atMost },
    { name: `${name}, resident`, value: resident, unit: "MiB" },
    { name: `${name}, proportional`, value: proportional, unit: "MiB" },
  ];
  return rows.flatMap(({ value, ...row }) => (value === null ? [] : [{ ...row, value }]));
}
