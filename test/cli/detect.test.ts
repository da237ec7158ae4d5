import { afterAll, beforeAll, expect, test } from "bun:test";
import { CUPS_SCHEDULER, whyWithout } from "../../scripts/check/programs.ts";
import type { Detection } from "../../src/delivery/detection/detect-printers.ts";
import { describeUnless } from "../describe-unless.ts";
import { PrivateCups } from "../private-cups.ts";
import { run, Service } from "../service.ts";

test("what cannot be asked is said, and the rest is told all the same", async () => {
  const environment = { CUPS_SERVER: "127.0.0.1:1" };
  const { exitCode, stdout, stderr } = await run(["printer", "detect"], { environment });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  if (process.platform !== "win32")
    expect(stdout).toContain("CUPS could not be asked: it refused the connection.");
});

describeUnless(whyWithout(CUPS_SCHEDULER), "a queue of CUPS", () => {
  let cups: PrivateCups;
  let service: Service;
  beforeAll(async () => {
    cups = await PrivateCups.start();
    service = await Service.start({ environment: { CUPS_SERVER: cups.server } });
  });
  afterAll(async () => {
    await service.end();
    await cups.stop();
  });

  test("is found, and added by the command that is told", async () => {
    const printer = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    await cups.addRaw("TM-T88V", printer.port);
    const environment = { CUPS_SERVER: cups.server, TILLROLL_DATA: service.folder };
    const { stdout } = await run(["printer", "detect"], { environment });
    expect(stdout).toContain("tillroll printer add tm-t88v --target cups:TM-T88V --model epson-tm-t88v");

    const json = await run(["printer", "detect", "--format", "json"], { environment });
    const { printers } = JSON.parse(json.stdout) as Detection;
    const found = printers.find(({ source }) => source === "CUPS");
    expect(found).toMatchObject({ target: "cups:TM-T88V", name: "tm-t88v", model: "epson-tm-t88v" });

    const added = await run((found?.command ?? "").split(" ").slice(1), { environment });
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    const token = (await run(["token", "create", "--scopes", "admin"], { environment })).stdout.trim();
    const answer = await service.fetch("/api/workspace/default/detected-printers", { token });
    const names = ((await answer.json()) as Detection).printers.map(({ name }) => name);
    // The name is not free any more.
    expect(names).toContain("tm-t88v-2");
    printer.stop(true);
  });
});
