import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { DoctorRow } from "../contract/doctor.ts";
import { likelyAddresses } from "../platform/network.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import { isMissing, type DoctorFacts, type LookedAtPort } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** How long a connection to this machine may take, milliseconds. */
const CONNECT_MILLISECONDS = 1500;

/** What the service's health says of its ports. */
const PORTS_TOLD = Type.Object({
  ports: Type.Array(Type.Object({ port: Type.Number(), isOpen: Type.Boolean() })),
});

/** State 0A of /proc/net/tcp: listening. */
const LISTENING = "0A";

/** The ports of the service: whether they answer while it runs, and whether they are free while it does not. */
export async function lookAtPorts(facts: DoctorFacts): Promise<DoctorRow[]> {
  const [address] = likelyAddresses();
  const rows = await Promise.all(
    facts.ports.map((port) =>
      facts.service === "answering" ? answering(port, facts, address) : free(port, facts),
    ),
  );
  if (address === undefined) rows.push(found("ports.no-network"));
  else if (facts.service === "answering" && isLoopback(facts.host))
    rows.push(found("ports.local", facts.host));
  return rows;
}

async function answering(
  looked: LookedAtPort,
  facts: DoctorFacts,
  address: string | undefined,
): Promise<DoctorRow> {
  const { port, purpose } = looked;
  const { host, health } = facts;
  const own = host === "0.0.0.0" || host === "::" || host === "" ? "127.0.0.1" : host;
  if (!(await connects(own, port))) return found("ports.closed", port, purpose);
  // What answers may be another program, which took the port first.
  if (isToldClosed(health?.ports?.details, port)) return taken(looked, facts);
  if (address !== undefined && !isLoopback(host) && !(await connects(address, port)))
    return found("ports.unreachable", port, purpose, address);
  return found("ports.open", port, purpose);
}

/** Whether the service says of itself that it could not open a port. */
function isToldClosed(details: unknown, port: number): boolean {
  return Value.Check(PORTS_TOLD, details) && details.ports.some((told) => told.port === port && !told.isOpen);
}

async function free(looked: LookedAtPort, facts: DoctorFacts): Promise<DoctorRow> {
  const { port, purpose } = looked;
  try {
    Bun.listen({ hostname: facts.host, port, socket: { data() {} } }).stop(true);
    return found("ports.free", port, purpose);
  } catch (error) {
    if (systemCode(error) === "EACCES") return found("ports.not-allowed", port, purpose);
    if (systemCode(error) !== "EADDRINUSE") return found("service.blind", reasonOf(error));
    return taken(looked, facts);
  }
}

/** That another program has a port, and which. */
async function taken(
  { port, purpose, isNeeded }: LookedAtPort,
  { platform, ask }: DoctorFacts,
): Promise<DoctorRow> {
  const code = isNeeded ? "ports.taken" : "ports.taken-shared";
  return found(code, port, purpose, await holderOf(port, platform, ask));
}

/** Whether something answers at a port. */
export async function connects(hostname: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CONNECT_MILLISECONDS);
  Bun.connect({
    hostname,
    port,
    socket: {
      open(socket) {
        resolve(true);
        socket.end();
      },
      data() {},
      connectError: () => resolve(false),
    },
  }).catch(() => resolve(false));
  const does = await promise;
  clearTimeout(timer);
  return does;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

/** The program that has a port, as far as this user may know. */
async function holderOf(port: number, platform: NodeJS.Platform, ask: DoctorFacts["ask"]): Promise<string> {
  const unknown = "another program";
  if (platform === "linux") return holderInProc(port) ?? unknown;
  if (platform === "win32") {
    const { output } = await ask("netstat", "-ano", "-p", "TCP");
    const [, id] = new RegExp(String.raw`:${port}\s+\S+\s+LISTENING\s+(\d+)`, "i").exec(output) ?? [];
    return id === undefined ? unknown : `process ${id}`;
  }
  const outcome = await ask("lsof", "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-F", "pc");
  const [, id, name] = /^p(\d+)\nc(.*)$/m.exec(outcome.output) ?? [];
  return isMissing(outcome) || id === undefined ? unknown : `${name} (process ${id})`;
}

/** By the socket that listens, and the process that has it open (proc(5)). */
function holderInProc(port: number): string | null {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = new Set<string>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"])
    for (const line of readIfThere(table).split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === LISTENING && local.endsWith(`:${wanted}`)) sockets.add(`socket:[${inode}]`);
    }
  for (const process of readdirSync("/proc")) {
    if (!/^\d+$/.test(process)) continue;
    try {
      const descriptors = join("/proc", process, "fd");
      for (const name of readdirSync(descriptors))
        if (sockets.has(readlinkSync(join(descriptors, name))))
          return `${readFileSync(join("/proc", process, "comm"), "utf8").trim()} (process ${process})`;
    } catch {
      // It has ended, or is another user's.
    }
  }
  return null;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
