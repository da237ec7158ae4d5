import { describe } from "bun:test";
import { findEmbedded, installEmbedded } from "../../scripts/postgresql/embedded.ts";
import { findInstallation } from "../../scripts/postgresql/installation.ts";
import { describeUnless } from "../describe-unless.ts";
import { TestServer, type TestServerOptions } from "./test-server.ts";

/** A kind of database that tests run on. */
export interface Engine {
  /** Such as `PostgreSQL 15.18`. */
  readonly name: string;
  /** The address of its server in this process, which is started on first use and ends with the process. */
  address(): Promise<string>;
  /** Starts a server of a test's own; `null` where the server is not ours to start. */
  readonly start: ((options?: TestServerOptions) => Promise<TestServer>) | null;
}

/** Why there is no engine, where there is none, as a part of a sentence. */
const NO_ENGINE =
  "PostgreSQL is not here: set TILLROLL_TEST_DATABASE, or install Debian's package postgresql";

/** Stands for the engine of tests that are skipped. */
const NONE: Engine = { name: "", address: () => Promise.reject(new Error(NO_ENGINE)), start: null };

/**
 * The engines that are here: the server that TILLROLL_TEST_DATABASE names alone, if it is set; else PostgreSQL as it is
 * installed, and the one that is a development dependency.
 */
export const ENGINES: readonly Engine[] = findEngines();

/** Describes what holds on all engines. Without any its tests are skipped, and their names tell why. */
export function describeEngines(name: string, tests: (engine: Engine) => void): void {
  if (ENGINES.length === 0) describeUnless(NO_ENGINE, name, () => tests(NONE));
  for (const engine of ENGINES) describe(`${name}, ${engine.name}`, () => tests(engine));
}

/** The first engine. @throws Error where there is none */
export function firstEngine(): Engine {
  const [first] = ENGINES;
  if (first === undefined) throw new Error(NO_ENGINE);
  return first;
}

function findEngines(): Engine[] {
  const given = process.env["TILLROLL_TEST_DATABASE"];
  if (given !== undefined)
    return [{ name: "TILLROLL_TEST_DATABASE", address: async () => given, start: null }];
  const engines: Engine[] = [];
  const installation = findInstallation();
  if (installation !== null)
    engines.push(
      ownEngine(installation.version, async (options) => TestServer.start(() => installation, options)),
    );
  const embedded = findEmbedded();
  if (embedded !== null)
    engines.push(
      ownEngine(embedded.version, (options) =>
        TestServer.start((folder) => installEmbedded(embedded, folder), options),
      ),
    );
  return engines;
}

function ownEngine(name: string, start: NonNullable<Engine["start"]>): Engine {
  let server: Promise<TestServer> | null = null;
  return {
    name,
    address: async () => {
      if (server !== null && !(await server).isRunning) server = null;
      server ??= start();
      return (await server).address;
    },
    start,
  };
}
