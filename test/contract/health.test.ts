import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { healthOf, untilComponent } from "../health.ts";
import { freePort, NO_PRINTER_PORTS, run, Service } from "../service.ts";
import { openLiveDatabase } from "../live-database.ts";
import { until } from "../until.ts";

/*
 * What the service says of its parts but for the place where prints are stored, see test/faults/storage-health.test.ts.
 */

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const printer = async (...words: readonly string[]) =>
  expect(await run(["printer", ...words, "--data", service.folder])).toMatchObject({ exitCode: 0 });

test("a service that is well says so of each part", async () => {
  const { httpStatus, status, canPrint, components } = await healthOf(service);
  expect([httpStatus, status, canPrint]).toEqual([200, "ok", true]);
  expect(Object.values(components).map(({ state }) => state)).not.toContain("degraded");
});

test.each([
  ["raw", "--raw-port"],
  ["epos", "--epos-port"],
])(
  "a printer's %s port that another program has: no till can print by it, until it is free",
  async (protocol, option) => {
    const other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const name = `till-${protocol}`;
    await printer("add", name, option, String(other.port));
    const { httpStatus, status, canPrint, components } = await untilComponent(service, "ports", "failed");
    expect([httpStatus, status, canPrint]).toEqual([503, "failed", false]);
    expect(components["ports"]?.message).toBe(
      `Port ${other.port} of printer "${name}" (${protocol}) is not open: ` +
        `port ${other.port} is in use by another program.`,
    );
    const ports = components["ports"]?.details?.["ports"] as { isOpen: boolean }[];
    expect(ports.filter(({ isOpen }) => !isOpen)).toMatchObject([
      { printer: name, workspace: "default", protocol, port: other.port },
    ]);
    expect(components["storage"]?.state).toBe("ok");
    const metrics = await (await service.fetch("/metrics", { token: null })).text();
    expect(metrics).toContain("tillroll_can_print 0");
    expect(metrics).toContain('tillroll_component_state{component="ports"} 2');
    other.stop(true);
    expect((await untilComponent(service, "ports", "ok")).httpStatus).toBe(200);
    await printer("remove", name);
  },
);

test("a printer's port that is not open while others are: a till cannot print, and those that can are named", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const open = freePort();
  await printer("add", "one", "--raw-port", String(other.port));
  await printer("add", "two", "--raw-port", String(open));
  const { httpStatus, status, canPrint, components } = await untilComponent(service, "ports", "failed");
  expect([httpStatus, status, canPrint]).toEqual([503, "failed", false]);
  const closed = `Port ${other.port} of printer "one" (raw) is not open: port ${other.port} is in use by another program.`;
  expect(components["ports"]?.message).toBe(`${closed} Port ${open} of printer "two" (raw) is open.`);
  await printer("update", "one", "--epos-port", String(other.port), "--raw-port", "0");
  await printer("add", "three", "--raw-port", String(freePort()));
  await until(async () => {
    const { message = "" } = (await healthOf(service)).components["ports"] ?? {};
    return message.endsWith("by another program. The other 2 ports of printers are open.");
  }, "the words for several");
  for (const name of ["one", "two", "three"]) await printer("remove", name);
});

test("a port that all printers share and that cannot be opened is no reason to call it off", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const environment = { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(freePort()) };
  const one = await Service.start({ environment: { ...environment, TILLROLL_LPD_PORT: String(other.port) } });
  const { httpStatus, status, canPrint, components } = await healthOf(one);
  expect([httpStatus, status, canPrint]).toEqual([200, "degraded", true]);
  expect(components["ports"]).toMatchObject({
    state: "degraded",
    message: expect.stringContaining(`Port ${other.port} of all printers (lpd) is not open`),
  });
  await one.end();
});

describe("deliveries", () => {
  test("one that broke off is told of until a person has decided", async () => {
    const real = ScriptedPrinter.start({ diesAfter: 10 });
    await printer("add", "broken", "--target", real.target);
    await printer("test", "broken");
    const { httpStatus, components } = await untilComponent(service, "deliveries", "degraded");
    const holding = [{ printer: "broken", workspace: "default", held: 1 }];
    expect([httpStatus, components["deliveries"]]).toMatchObject([200, { details: { held: 1, holding } }]);
    expect(components["deliveries"]?.message).toContain("waits for a person");
    real.goAway();
    await service.fetch("/api/workspace/default/deliveries/1/cancel", { method: "POST" });
    await untilComponent(service, "deliveries", "ok");
  });

  test("prints that wait for minutes are told of, with their printer and nothing of theirs", async () => {
    await printer("add", "away", "--target", `tcp://127.0.0.1:${freePort()}`, "--hold", "true");
    await printer("test", "away");
    const waits = { state: "ok", message: 'Prints wait for the real printer of "away".' };
    await until(async () => {
      const { state, message } = (await healthOf(service)).components["deliveries"] ?? {};
      return Bun.deepEquals({ state, message }, waits);
    }, "the print that waits");
    // As if it had waited since then.
    await service.stop();
    using database = openLiveDatabase(join(service.folder, "tillroll.sqlite"));
    database.run("UPDATE delivery SET created_at = created_at - 3600000 WHERE state = 'queued'");
    database.close();
    service = await Service.start({ folder: service.folder, token: service.token });
    const { httpStatus, status, components } = await untilComponent(service, "deliveries", "degraded");
    expect([httpStatus, status]).toEqual([200, "degraded"]);
    const { message, details } = components["deliveries"] ?? {};
    expect(message).toContain(`Prints have waited 60 minutes for the real printer of "away"`);
    expect(details).toMatchObject({ held: 0, waiting: [{ printer: "away" }] });
    expect(details?.["oldestWaitingSeconds"]).toBeWithin(3600, 3700);
  });
});

test("neither a path, a token nor a print is in the answer", async () => {
  await service.store({ label: "secret label" }, "secret text");
  const text = await (await service.fetch("/healthz", { token: null })).text();
  for (const secret of [service.folder, service.token, "secret", "tillroll.sqlite"])
    expect(text).not.toContain(secret);
});

test("it is quick, however often it is asked", async () => {
  const started = performance.now();
  for (let count = 0; count < 200; count++) await healthOf(service);
  expect((performance.now() - started) / 200).toBeLessThan(20);
});
