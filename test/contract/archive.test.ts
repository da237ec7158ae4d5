import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { binary } from "../binary.ts";

/*
 * The contract is the same where the prints are in PostgreSQL: the tests of it are run once more, each file in a process of its own
 * whose services are archives. What is left out, and why, is here.
 */

/** Files of tests that an archive passes, with what of them is another matter there, by the names of tests. */
const SHARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "create.test.ts": {},
  "facets.test.ts": {},
  "idempotency.test.ts": {},
  "large-answer.test.ts": {},
  "limits.test.ts": {
    "a print of exactly 10 MiB is stored":
      "Prints that large are not looked through for card numbers while somebody waits: their bytes need operate.",
  },
  "print.test.ts": {
    "characters and maker: the workspace's":
      "The command workspace update is a shop's; the API does it in an archive.",
  },
  "saved-searches.test.ts": {},
  "search.test.ts": {},
  "service.test.ts": {
    healthz: "It has other parts: the database in the place of the folder, and no printers.",
    "metrics name what happened": "As healthz.",
    "with a token the session is as narrow as the token": "Its first workspace has another token before.",
  },
  "where.test.ts": {
    "what a print is can be asked for": "It keeps a print by a legal hold, which an archive does not have.",
  },
};

/** Files of what only a shop has. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "printer-ports.test.ts": "An archive has no printers.",
  "printers.test.ts": "An archive has no printers.",
  "printed.test.ts": "An archive has no printers.",
  "origins.test.ts": "An archive has no printers.",
  "repeats.test.ts": "An archive has no printers.",
  "webhooks.test.ts": "An archive has no webhooks.",
  "rule.test.ts": "An archive has no rules.",
  "notifications.test.ts": "An archive tells nobody by mail.",
  "index.test.ts": "The index of an archive is its database's.",
  "hosts.test.ts": "It is about the ports of printers too; the policy is the same code.",
  "examples.test.ts": "Examples are of a shop: most speak of printers.",
  "events.test.ts": "It waits for events of printers; test/archive and test/postgres have those of prints.",
  "access.test.ts":
    "It uses commands on a data folder; test/postgres has tokens, people and workspaces of both.",
  "sign-in.test.ts": "As access.test.ts.",
  "health.test.ts": "It breaks the files of a data folder.",
  "metrics.test.ts": "It counts what printers do.",
  "search-text.test.ts": "It reads pictures and rules; test/search/postgres has the text of prints.",
};

const TIMEOUT_MILLISECONDS = 180_000;

describe("an archive answers as a shop does", () => {
  test.each(Object.entries(SHARED))(
    "%s",
    async (file, others) => {
      const names = Object.keys(others).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const pattern = names.length === 0 ? [] : ["-t", `^(?!.*(?:${names.join("|")}))`];
      const words = ["test", join(import.meta.dir, file), "--timeout=60000", ...pattern];
      const child = Bun.spawn([process.execPath, ...words], {
        env: { ...process.env, TILLROLL_TEST_SERVICE: "archive", TILLROLL_TEST_BINARY: binary() },
        stdout: "pipe",
        stderr: "pipe",
      });
      const [told, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
      const failed = told.split("\n").filter((line) => line.includes("(fail)"));
      expect([exitCode, failed, Number(/(\d+) pass/.exec(told)?.[1] ?? 0) > 0]).toEqual([0, [], true]);
    },
    TIMEOUT_MILLISECONDS,
  );
});

test("each file of the contract that starts a service is here", async () => {
  const files: string[] = [];
  for (const file of new Bun.Glob("*.test.ts").scanSync(import.meta.dir)) {
    const source = await Bun.file(join(import.meta.dir, file)).text();
    if (source.includes("Service.start(") && !DOCUMENTS.has(file)) files.push(file);
  }
  const known = new Set([...Object.keys(SHARED), ...Object.keys(LEFT_OUT)]);
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});

/** Those that are about the reference and the commands, and no answers. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  "archive.test.ts",
  "command-parity.test.ts",
  "reference.test.ts",
]);
