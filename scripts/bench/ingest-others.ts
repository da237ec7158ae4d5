import { SOURCE_COMMAND } from "../service/service-process.ts";
import { createOrder, type Server, untilRested } from "./ingest-servers.ts";
import type { LoadAction, LoadResult } from "./load-generator.ts";
import { putLoad } from "./load.ts";
import type { ReportRow } from "./report.ts";
import { quantile } from "./statistics.ts";

/** A person's look at one print; without a pause the reader would itself be a storm. */
const READ_PAUSE_MILLISECONDS = 2;
const SEARCH_PAUSE_MILLISECONDS = 5;
/** A steady stream of creates, which searches are to bear. */
const STEADY_PRINTS_PER_SECOND = 10_000;
/** By how much the creates outlast what is measured beside them, seconds. */
const MARGIN_SECONDS = 1;

const MOST_READ_MILLISECONDS = 5;
const MOST_SEARCH_MILLISECONDS = 10;

/** Searched in a workspace of its own, so that it stays the same while the other one grows. */
const SMALL_WORKSPACE = "small";
const SMALL_WORKSPACE_PRINTS = 1000;

const SEARCHES: readonly unknown[] = [
  {},
  { label: { op: "contains", value: "order 12" } },
  { tag: { op: "eq", key: "orderId", value: "77" } },
  { deviceId: "till-3", pageSize: 20 },
];

/**
 * What creates do to the other requests: a read in a storm of them, and a search beside a steady stream.
 * @param suffix of the rows' names
 */
export async function measureOthers(server: Server, suffix: string, seconds: number): Promise<ReportRow[]> {
  const read: LoadAction = { readPath: await firstPrintPath(server) };
  const beside = (action: LoadAction, pauseMilliseconds: number) =>
    putLoad({ ...createOrder(server, seconds), connections: 1, action, pauseMilliseconds });
  const rows: ReportRow[] = [];
  if (suffix === "")
    rows.push(...latencyRows("read a print, alone", await beside(read, READ_PAUSE_MILLISECONDS)));

  const storm = putLoad(createOrder(server, seconds + MARGIN_SECONDS));
  const during = await beside(read, READ_PAUSE_MILLISECONDS);
  await storm;
  await untilRested(server);
  rows.push(...latencyRows(`read a print in a storm of creates${suffix}`, during, MOST_READ_MILLISECONDS));

  if (suffix === "") {
    const small = await makeSmallWorkspace(server);
    const stream = putLoad({
      ...createOrder(server, seconds + MARGIN_SECONDS),
      requestsPerSecond: STEADY_PRINTS_PER_SECOND,
    });
    const searchPath = `/api/workspace/${SMALL_WORKSPACE}/prints/search`;
    const order = {
      ...createOrder(small, seconds),
      connections: 1,
      action: { searchPath, bodies: SEARCHES },
    };
    const searched = await putLoad({ ...order, pauseMilliseconds: SEARCH_PAUSE_MILLISECONDS });
    const { responses, seconds: taken } = await stream;
    await untilRested(server);
    rows.push(
      { name: "prints stored meanwhile, steadily", value: responses / taken, unit: "prints/s" },
      ...latencyRows("search beside them", searched, MOST_SEARCH_MILLISECONDS),
    );
  }
  return rows;
}

function latencyRows(what: string, { latencyMilliseconds }: LoadResult, atMost?: number): ReportRow[] {
  return [
    { name: `${what}, p50`, value: quantile(latencyMilliseconds, 0.5), unit: "ms" },
    { name: `${what}, p99`, value: quantile(latencyMilliseconds, 0.99), unit: "ms", atMost },
  ];
}

async function firstPrintPath({ service, token }: Server): Promise<string> {
  const response = await fetch(`${service.workspaceAddress}/prints/test`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.headers.get("Location") ?? "";
}

async function makeSmallWorkspace(server: Server) {
  command("workspace", "create", SMALL_WORKSPACE, "--data", server.dataFolder);
  const token = command("token", "create", "--workspace", SMALL_WORKSPACE, "--data", server.dataFolder);
  const address = `${server.service.address}/api/workspace/${SMALL_WORKSPACE}/prints`;
  for (let number = 0; number < SMALL_WORKSPACE_PRINTS; number++) {
    const query = new URLSearchParams({
      label: `Order ${number}`,
      deviceId: `till-${number % 10}`,
      tag: `orderId=${number}`,
    });
    const response = await fetch(`${address}?${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: "receipt\n",
    });
    if (response.status !== 201) throw new Error(`a print was answered ${await response.text()}`);
    await response.arrayBuffer();
  }
  return { port: server.port, token };
}

/** Runs a command of Tillroll. @returns what it printed */
function command(...words: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...SOURCE_COMMAND, ...words]);
  if (exitCode !== 0) throw new Error(`${words.join(" ")} failed: ${stderr.toString()}`);
  return stdout.toString().trim();
}
