import { join } from "node:path";
import type { SearchFilter } from "../../../src/domain/search-query.ts";
import { enrol } from "../../../src/archive/enrolment.ts";
import { PostgresSearch } from "../../../src/search/postgres/postgres-search.ts";
import { act, makeWorkspace } from "../../../test/archive/archive-shops.ts";
import { testDatabase } from "../../../test/postgres/test-database.ts";
import { ownEnvironment, SOURCE_COMMAND } from "../../service/service-process.ts";
import { type Server, startServer } from "../ingest-servers.ts";
import { shopReceiptBytes } from "../shop-receipts.ts";
import { quantile } from "../statistics.ts";

/** How often it is looked, milliseconds: as exact is a time. */
const LOOK_MILLISECONDS = 20;

const WORKSPACE = 1;

/** How long after its acknowledgement at the shop a print was found at the archive, the 99th of a hundred; milliseconds. */
export interface FoundTimes {
  readonly byLabel: number;
  readonly byText: number;
}

/** Prints now and then in a shop that has joined an archive, in services of their own. @param folder for the data of both */
export async function foundTimes(folder: string, prints: number): Promise<FoundTimes> {
  await using started = new AsyncDisposableStack();
  const tested = started.use(await testDatabase());
  const { database } = tested;
  await makeWorkspace(database, WORKSPACE, "berlin");
  const { code } = await enrol(database, { workspaceId: WORKSPACE }, act(Date.now()));
  const archive = await startArchive(join(folder, "archive"), tested.address);
  started.defer(() => archive.kill());
  const server = await startServer(join(folder, "shop"));
  started.defer(() => server.service.kill());
  await joinArchive(server, archive.address, code);
  const search = new PostgresSearch(database);
  const label = { label: { op: "contains", value: "order" } } as const;
  const text = { text: ["corner caf"] } as const;
  const stored: number[] = [];
  const found = { byLabel: [] as number[], byText: [] as number[] };
  const look = async (filter: Partial<SearchFilter>, times: number[]) => {
    // They come in their order: as many as are found were found by now.
    const query = { orderBy: "createdAt.desc", page: 1, pageSize: 1 } as const;
    const answer = await search.find(WORKSPACE, { ...query, filter: { ...filter, deleted: false } });
    const { total } = JSON.parse(answer) as { total: number };
    for (const now = performance.now(); times.length < total;)
      times.push(now - (stored[times.length] ?? now));
  };
  const watch = async () => {
    while (found.byLabel.length < prints || found.byText.length < prints) {
      await Promise.all([look(label, found.byLabel), look(text, found.byText)]);
      await Bun.sleep(LOOK_MILLISECONDS);
    }
  };
  const print = async () => {
    for (let number = 0; number < prints; number++) {
      await create(server, number);
      stored.push(performance.now());
      // At any moment of the second in which new prints gather.
      await Bun.sleep((number * 137) % 700);
    }
  };
  await Promise.all([watch(), print()]);
  return { byLabel: quantile(found.byLabel, 0.99), byText: quantile(found.byText, 0.99) };
}

async function startArchive(dataFolder: string, database: string) {
  const words = ["archive", "--data", dataFolder, "--host", "127.0.0.1", "--port", "0", "--https-port", "0"];
  const child = Bun.spawn([...SOURCE_COMMAND, ...words, "--database", database], {
    env: { ...ownEnvironment() },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  let said = "";
  const decoder = new TextDecoder();
  for await (const part of child.stdout) {
    said += decoder.decode(part, { stream: true });
    const address = /Dashboard +(http:\S+)\//.exec(said)?.[1];
    if (address !== undefined) return { address, kill: () => child.kill() };
  }
  throw new Error(`the archive did not start: ${said}`);
}

async function joinArchive({ service }: Server, url: string, code: string): Promise<void> {
  const headers = { Authorization: `Bearer ${service.localToken}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ url, code });
  const response = await fetch(`${service.workspaceAddress}/upstream`, { method: "PUT", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

async function create({ service, token }: Server, number: number): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" };
  const response = await fetch(`${service.workspaceAddress}/prints?label=Order%20${number}`, {
    method: "POST",
    headers,
    body: new Uint8Array(shopReceiptBytes(number)),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}
