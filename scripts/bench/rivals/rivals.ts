import { join } from "node:path";
import type { Cleanup } from "../data/cleanup.ts";
import { findInstallation, type Installation } from "../../postgresql/installation.ts";
import { PostgresqlServer } from "../postgresql/server.ts";
import { RIVAL_TOKEN } from "./rival-print.ts";

/** A server that stores prints in PostgreSQL. */
export interface Rival {
  readonly port: number;
  readonly token: string;
  /** What it is, in words. */
  readonly description: string;
}

/** The rivals that this machine can run. */
export interface Rivals {
  /** As one would write it. */
  readonly fastify: Rival;
  /** As little as such a server can be. */
  readonly lean: Rival;
}

/** Starts the rivals, each before a PostgreSQL of its own. @param cleanup ends them @returns `null` where it is not installed */
export async function startRivals(cleanup: Cleanup): Promise<Rivals | null> {
  const installation = findInstallation();
  if (installation === null) return null;
  const before = `before ${installation.version}`;
  const node = Bun.which("node");
  const version = node === null ? null : Bun.spawnSync([node, "--version"]).stdout.toString().trim();
  const platform = version === null ? `Bun ${Bun.version}, for want of Node.js` : `Node.js ${version}`;
  const program = await nodeProgram(cleanup);
  const fastify = await start([node ?? process.execPath, program], installation, cleanup);
  const main = join(import.meta.dir, "lean-rival.ts");
  const lean = await start([process.execPath, main], installation, cleanup);
  return {
    fastify: { ...fastify, description: `Fastify and pg on ${platform} ${before}` },
    lean: { ...lean, description: `node:http and Bun's client on Bun ${Bun.version} ${before}` },
  };
}

/** Node.js does not read TypeScript: bundled for it, with its packages. @returns the path */
async function nodeProgram(cleanup: Cleanup): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "fastify-rival.ts")],
    outdir: cleanup.temporaryFolder(),
    target: "node",
    format: "esm",
    naming: "[name].mjs",
    // An option of pg's, which is not installed.
    external: ["pg-native"],
  });
  const [output] = outputs;
  if (output === undefined) throw new Error("the server before PostgreSQL was not built");
  return output.path;
}

async function start(command: readonly string[], installation: Installation, cleanup: Cleanup) {
  const folder = join(cleanup.temporaryFolder(), "postgresql");
  const postgresql = await PostgresqlServer.start(installation, folder, cleanup);
  const words = [...command, JSON.stringify(postgresql.connection)];
  const child = Bun.spawn(words, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  cleanup.defer(async () => {
    child.kill();
    await child.exited;
  });
  const port = Number(await firstLine(child.stdout));
  if (!(port > 0)) throw new Error("the server before PostgreSQL did not start");
  return { port, token: RIVAL_TOKEN };
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
