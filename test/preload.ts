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
