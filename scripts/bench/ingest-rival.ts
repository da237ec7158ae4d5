import { join } from "node:path";
import { RIVAL_TOKEN } from "./postgresql-rival.ts";
import { PostgresqlServer } from "./postgresql-server.ts";

/** What a DBA would set for many small inserts that must be durable. */
const SETTINGS = {
  synchronous_commit: "on",
  shared_buffers: "512MB",
  max_wal_size: "4GB",
  wal_compression: "on",
  max_connections: "100",
};

/** A server that stores prints in PostgreSQL. */
export interface Rival {
  readonly port: number;
  readonly token: string;
  /** What it is, in words. */
  readonly description: string;
  stop(): Promise<void>;
}

/** Starts the rival. @returns `null` where PostgreSQL is not installed */
export async function startRival(): Promise<Rival | null> {
  const postgresql = await PostgresqlServer.start(SETTINGS);
  if (postgresql === null) return null;
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
      description: `${postgresql.version} behind node:http, leaner than Fastify, which builds on it`,
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
