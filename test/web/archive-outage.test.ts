import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Socket, TCPSocketListener } from "bun";
import { type ArchiveApp, startArchive } from "../../src/archive/archive-app.ts";
import { ServiceLog } from "../../src/operations/logs/service-log.ts";
import { makeTestDatabase } from "../archive-service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { expectAccessible } from "./accessibility.ts";
import { BrowserPage } from "./chromium.ts";

/* What a browser is shown while the database of an archive is away. */

/** The way to a database, which can be closed and opened again. */
class Way {
  private readonly sockets = new Set<Socket<Far>>();
  private listener: TCPSocketListener<Far>;

  constructor(private readonly target: URL) {
    this.listener = this.listen(0);
  }

  get address(): string {
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${this.listener.port}` }).href;
  }

  close(): void {
    this.listener.stop(true);
    for (const socket of this.sockets) socket.terminate();
  }

  open(): void {
    this.listener = this.listen(this.listener.port);
  }

  private listen(port: number): TCPSocketListener<Far> {
    const { hostname } = this.target;
    return Bun.listen<Far>({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (near) => {
          this.sockets.add(near);
          near.data = Bun.connect<undefined>({
            hostname,
            port: Number(this.target.port),
            socket: { data: (_far, bytes) => void near.write(bytes), close: () => void near.end() },
          });
        },
        data: async (near, bytes) => {
          const copy = Buffer.from(bytes);
          (await near.data).write(copy);
        },
        close: async (near) => {
          this.sockets.delete(near);
          (await near.data).end();
        },
      },
    });
  }
}

/** The connection to the database itself. */
type Far = Promise<Socket<undefined>>;

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
let way: Way;
let archive: ArchiveApp;
let page: BrowserPage;

beforeAll(async () => {
  database = await makeTestDatabase();
  way = new Way(new URL(database.address));
  archive = await startArchive({
    database: way.address,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 0,
    log: new ServiceLog([]),
  });
  page = await BrowserPage.open();
});

afterAll(async () => {
  page?.view.close();
  await archive?.stop();
  way?.close();
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("a browser is told what is wrong, in its language, and has its page again once the database is back", async () => {
  const link = await archive.signInLink();
  await page.go(link);
  await page.untilText("h1", /Prints/);
  way.close();
  const canPrint = async () => (await fetch(`${archive.address}/healthz`)).ok;
  await until(async () => !(await canPrint()));
  const cookies = (await page.view.cdp("Network.getCookies", { urls: [archive.address] })) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  const cookie = cookies.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const ask = (headers: Record<string, string>) =>
    fetch(archive.address, { headers: { Cookie: cookie, ...headers } });
  // Programs, which take anything, have an error as everywhere.
  for (const accept of ["*/*", "application/json"]) {
    const answer = await ask({ Accept: accept });
    const { code } = (await answer.json()) as { code: string };
    expect([answer.status, code, answer.headers.get("retry-after")]).toEqual([
      503,
      "STORAGE_UNAVAILABLE",
      "5",
    ]);
  }
  const german = await ask({ Accept: "text/html,*/*;q=0.8", "Accept-Language": "de" });
  expect([german.status, german.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await german.text()).toContain("Die Datenbank dieses Archivs antwortet nicht");
  await page.view.evaluate(`location.hash = "#/default/settings"`);
  await page.view.evaluate("location.reload()");
  await page.untilText("[role=alert]", "The database of this archive does not answer");
  await page.untilText("main", "shops go on printing");
  await expectAccessible(page);
  expect(await page.faults()).toEqual([]);
  way.open();
  await page.untilText("h1", /Settings/);
  expect(await page.view.evaluate("location.hash")).toBe("#/default/settings");
});
