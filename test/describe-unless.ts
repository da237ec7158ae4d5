import { describe } from "bun:test";

/**
 * Describes tests that need something of the machine. Without it they are skipped, and not in silence: their names tell
 * why, and `bun run test` lists them at its end.
 * @param why the reason why they cannot run, as a part of a sentence; `null` when they can
 */
export function describeUnless(why: string | null, name: string, tests: () => void): void {
  if (why === null) describe(name, tests);
  else {
    console.warn(`\nSKIPPED: ${name}: ${why}\n`);
    describe.skip(`${name} [skipped: ${why}]`, tests);
  }
}
