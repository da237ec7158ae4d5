import { join } from "node:path";
import type { Cleanup } from "./data/cleanup.ts";
import { findInstallation } from "./postgresql/installation.ts";
import { PostgresqlServer } from "./postgresql/server.ts";
import { RIVAL_TOKEN } from "./postgresql-rival.ts";

/** A server that stores prints in PostgreSQL. */
export interface Rival {
  readonly port: number;
  readonly token: string;
  /** What it is, in words. */
  readonly description: string;
  stop(): Promise<void>;
}

/** Starts the rival. @param cleanup ends PostgreSQL. @returns `null` where it is not installed */
export async function startRival(cleanup: Cleanup): Promise<Rival | null> {
  const installation = findInstallation();
  if (installation === null) return null;
  const folder = join(cleanup.temporaryFolder(), "postgresql");
  const postgresql = await PostgresqlServer.start(installation, folder, cleanup);
  const main = join(import.meta.dir, "postgresql-rival.ts");
  const child = Bun.spawn([process.execPath, main, JSON.stringify(postgresql.connection)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const stop = async () => {
    child.kill();
    await child.exited;
    await postgresql.stop();
  };
  const port = Number(await firstLine(child.stdout));
  if (port > 0) {
    return {
      port,
      token: RIVAL_TOKEN,
      stop,
      description: `${installation.version} behind node:http, leaner than Fastify, which builds on it`,
    };
  }
  await stop();
  throw new Error("the server before PostgreSQL did not start");
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.trim();
}
