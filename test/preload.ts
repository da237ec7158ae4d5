import { plugin } from "bun";
import fc from "fast-check";

/*
 * One seed for all random tests, so that a run can be seen again and a change is judged by the change. Other seeds find
 * other things: `TILLROLL_TEST_SEED=random bun test`, or a number that a failure printed.
 */

const DEFAULT_SEED = 20_261_120;

const given = process.env["TILLROLL_TEST_SEED"] ?? String(DEFAULT_SEED);
const seed = given === "random" ? Date.now() % 2 ** 31 : Number(given);
process.env["TILLROLL_TEST_SEED"] = String(seed);
fc.configureGlobal({ seed });
console.log(`seed of the random tests: TILLROLL_TEST_SEED=${seed}`);

/**
 * How long a test or hook may take that says nothing else, milliseconds: much, because machines that test are busy, and
 * what only waits gives up sooner (until.ts). bunfig.toml knows no such setting, and what is set here counts for the first file only; so that a plain `bun test`
 * of any part is as patient as that of the whole, each file sets it, in its first line.
 */
const TEST_MILLISECONDS = 180_000;

plugin({
  name: "patience",
  setup(build) {
    const line = `import { setDefaultTimeout } from "bun:test"; setDefaultTimeout(${TEST_MILLISECONDS}); `;
    build.onLoad({ filter: /\.test\.ts$/ }, async ({ path }) => ({
      contents: line + (await Bun.file(path).text()),
      loader: "ts",
    }));
  },
});
