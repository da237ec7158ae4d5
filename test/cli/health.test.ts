import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { announceService } from "../../src/platform/running-service.ts";
import { run, Service, temporaryFolder } from "../service.ts";

let service: Service;
const empty = temporaryFolder();

beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.end();
  rmSync(empty, { recursive: true, force: true });
});

test("a service that is well is told part by part", async () => {
  const { exitCode, stdout, stderr } = await run(["health", "--data", service.folder]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toStartWith(`The service at ${service.address} is `);
  expect(stdout).toMatch(/^PART +STATE +MESSAGE$/m);
  expect(stdout).toMatch(/^storage +ok +/m);
});

test("where none runs, or it does not answer, it is not well", async () => {
  const none = await run(["health", "--data", empty]);
  expect([none.exitCode, none.stdout]).toEqual([1, ""]);
  expect(none.stderr).toContain("No service runs on the data folder");
  // What a killed service leaves behind; nothing listens on the port of discarding.
  announceService(empty, { address: "http://127.0.0.1:9", processId: 1, localToken: "" });
  const gone = await run(["health", "--data", empty]);
  expect(gone.exitCode).toBe(1);
  expect(gone.stderr).toContain("does not answer");
});
