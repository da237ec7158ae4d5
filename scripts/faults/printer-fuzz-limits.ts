import { LPD_LIMITS } from "../../src/printers/lpd/lpd-limits.ts";
import { RAW_LIMITS } from "../../src/printers/raw9100/raw9100-limits.ts";
import type { PrinterPlace } from "./printer-client.ts";
import { PrinterHost } from "./printer-host.ts";

/** How long something may take that must happen, milliseconds. */
const PATIENCE_MILLISECONDS = 10_000;

/** Tries to go beyond each limit of the protocols. @returns what did not hold, in words */
export async function tryLimits(place: PrinterPlace, maximumPrintBytes: number): Promise<string[]> {
  const faults: string[] = [];
  for (const attack of [tooManyRaw, tooManyLpd, deafHost, endlessCommand, largeControlFile, largeEpos]) {
    const fault = await attack(place, maximumPrintBytes);
    if (fault !== null) faults.push(`${attack.name}: ${fault}`);
  }
  return faults;
}

/** More connections than a printer takes of one address: the ones too many are closed. */
function tooManyRaw({ rawPort }: PrinterPlace): Promise<string | null> {
  return tooMany(rawPort, RAW_LIMITS.connectionsOfClient, "\x10\x04\x01");
}

function tooManyLpd({ lpdPort }: PrinterPlace): Promise<string | null> {
  return tooMany(lpdPort, LPD_LIMITS.connectionsOfClient, "\x02");
}

async function tooMany(port: number, limit: number, first: string): Promise<string | null> {
  const hosts: PrinterHost[] = [];
  for (let count = 0; count < limit + 20; count++) {
    // One that is closed at once may never have been open for us.
    const host = await PrinterHost.connect(port).catch(() => null);
    if (host !== null) hosts.push(host);
  }
  await Promise.all(hosts.map((host) => host.send(Buffer.from(first)).catch(() => {})));
  await until(() => connected(hosts) <= limit);
  const count = connected(hosts);
  for (const host of hosts) host.break();
  return count <= limit && count > 0
    ? null
    : `${count} connections of ${hosts.length} stayed, the limit is ${limit}`;
}

function connected(hosts: readonly PrinterHost[]): number {
  return hosts.filter((host) => host.isConnected).length;
}

/** Bytes of requests without reading an answer: far more than the system's buffers and ours hold. */
const DEAF_BYTES = 128 * 1024 * 1024;
/** Looks, ten milliseconds apart, that find no room to send more. */
const DEAF_PAUSES = 150;

/** A host that asks for ever and reads no answer is dropped, or no longer read from. */
async function deafHost({ rawPort }: PrinterPlace): Promise<string | null> {
  // Real-time status: answered even where a job is refused.
  const requests = Buffer.from("100401".repeat(8192), "hex");
  const socket = await Bun.connect({ hostname: "127.0.0.1", port: rawPort, socket: { data() {} } });
  let sent = 0;
  // Without a pause in which this process could read: a paused socket of Bun goes on reading after a short write.
  for (let idle = 0; sent < DEAF_BYTES && idle < DEAF_PAUSES;) {
    const taken = Math.max(0, socket.write(requests.subarray(sent % requests.length)));
    sent += taken;
    idle = taken > 0 ? 0 : idle + 1;
    if (taken === 0) Bun.sleepSync(10);
  }
  socket.terminate();
  return sent < DEAF_BYTES ? null : "a host that reads nothing sent all its requests";
}

/** A command that says it has four gigabytes: refused at the limit, and not acknowledged. */
async function endlessCommand({ rawPort }: PrinterPlace, maximumPrintBytes: number): Promise<string | null> {
  const host = await PrinterHost.connect(rawPort);
  const part = new Uint8Array(65_536).fill(0xaa);
  await host.send(Buffer.from("1b401d384cffffffff", "hex"));
  for (let sent = 0; sent < 3 * maximumPrintBytes && host.isConnected; sent += part.length) {
    await host.send(part).catch(() => {});
  }
  host.finish();
  const how = await Promise.race([host.ending, Bun.sleep(PATIENCE_MILLISECONDS).then(() => "open")]);
  host.break();
  return how === "broken" ? null : `a job of three times the limit was ${how}`;
}

async function largeControlFile({ lpdPort, name }: PrinterPlace): Promise<string | null> {
  const host = await PrinterHost.connect(lpdPort);
  await host.send(Buffer.from(`\x02${name}\n`));
  const [queue] = await host.read(1);
  await host.send(Buffer.from(`\x02${LPD_LIMITS.controlFileBytes + 1} cfA001pos\n`));
  const [file] = await host.read(1);
  host.break();
  return queue === 0 && file !== 0 && file !== undefined ? null : `a large control file was answered ${file}`;
}

async function largeEpos({ eposPort }: PrinterPlace, maximumPrintBytes: number): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${eposPort}/cgi-bin/epos/service.cgi?devid=local_printer`, {
    method: "POST",
    headers: { "Content-Type": "text/xml" },
    body: `<text>${"a".repeat(4 * maximumPrintBytes)}</text>`,
  });
  const answer = await response.text();
  return answer.includes('success="true"')
    ? `a document of four times the limit was answered ${answer}`
    : null;
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (!holds() && performance.now() < end) await Bun.sleep(20);
}
