import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { IMAGE_SETTINGS } from "../../scripts/package/image.ts";
import { VERSION } from "../../src/version.ts";
import { freePort, Service, temporaryFolder } from "../service.ts";

/*
 * The examples of the page about a virtual printer in a developer's tests: YAML is what it must be, and the code for
 * Playwright runs on a service, with a stand-in for the browser whose button prints.
 */

const PAGE = await Bun.file(join(import.meta.dir, "..", "..", "src", "guide", "virtual-printer.md")).text();
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
    ([, block]) => block ?? "",
  );

const TOKEN = /TILLROLL_FIRST_TOKEN=(\S+)/.exec(PAGE)?.[1] ?? "";

interface ServiceOfYaml {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: readonly (string | number)[];
  readonly tmpfs?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly options?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

describe("the examples in YAML", () => {
  const [compose, workflow] = blocks("yaml").map((block) => Bun.YAML.parse(block)) as [
    { services: Record<string, ServiceOfYaml> },
    { jobs: Record<string, { services: Record<string, ServiceOfYaml>; env: Record<string, string> }> },
  ];

  test("compose: the POS waits for the printer's health, and data is the image's user's", () => {
    const { tillroll, pos } = compose.services;
    expect(tillroll?.image).toBe(`tillroll:${VERSION}`);
    expect(tillroll?.environment).toEqual({ TILLROLL_FIRST_TOKEN: TOKEN });
    expect(tillroll?.healthcheck?.test).toEqual(IMAGE_SETTINGS.Healthcheck.Test);
    const [user, group] = IMAGE_SETTINGS.User.split(":");
    expect(tillroll?.tmpfs).toEqual([`/data:uid=${user},gid=${group},mode=0700`]);
    expect(pos?.depends_on).toEqual({ tillroll: { condition: "service_healthy" } });
  });

  test("GitHub Actions: the steps know the address and the token of the service", () => {
    const { services, env } = workflow.jobs["test"] ?? { services: {}, env: {} };
    const { tillroll } = services;
    expect(tillroll?.env).toEqual({ TILLROLL_FIRST_TOKEN: TOKEN });
    expect(env).toEqual({
      PRINTER: "localhost:9100",
      TILLROLL: "http://localhost:9180",
      TILLROLL_TOKEN: TOKEN,
    });
    const opened = Object.keys(IMAGE_SETTINGS.ExposedPorts).map((port) => port.replace("/tcp", ""));
    expect(tillroll?.ports).toEqual(opened.map((port) => `${port}:${port}`));
    expect(tillroll?.options).toContain('--health-cmd "/usr/bin/tillroll health"');
  });
});

test("the archive and the names that the page tells are those of this version", () => {
  expect(PAGE).toContain(`tillroll-${VERSION}-linux-x64.oci.tar`);
  expect(IMAGE_SETTINGS.Env).toContain("TILLROLL_HOSTNAME=tillroll,host.docker.internal");
});

describe("the example for Playwright", () => {
  const folder = temporaryFolder();
  const rawPort = freePort();
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({
      token: TOKEN,
      environment: { TILLROLL_FIRST_TOKEN: TOKEN, TILLROLL_RAW_PORT: String(rawPort) },
    });
    const [receipts = "", example = ""] = blocks("ts");
    await Bun.write(join(folder, "receipts.ts"), receipts);
    await Bun.write(join(folder, "example.ts"), example);
    await Bun.write(
      join(folder, "node_modules", "@playwright", "test", "index.ts"),
      'export { expect } from "bun:test";\nexport const told = [];\nexport const test = (name, body) => told.push({ name, body });\n',
    );
  });
  afterAll(() => service.end());

  test("waits for the receipt, reads it, and attaches its picture", async () => {
    Object.assign(process.env, { TILLROLL: service.address, TILLROLL_TOKEN: TOKEN });
    await import(join(folder, "example.ts"));
    delete process.env["TILLROLL"];
    delete process.env["TILLROLL_TOKEN"];
    const standIn = (await import(join(folder, "node_modules", "@playwright", "test", "index.ts"))) as {
      told: { name: string; body: (fixtures: object, information: object) => Promise<void> }[];
    };
    const [example] = standIn.told;
    const attached: { name: string; body: Buffer; contentType: string }[] = [];
    const page = {
      goto: () => Promise.resolve(),
      getByRole: () => ({
        click: () => printRaw(rawPort, "\x1b@Order 1001\n1 x Flat White      3.75\n\n\x1dV0"),
      }),
    };
    const information = {
      attach: (name: string, { body, contentType }: { body: Buffer; contentType: string }) =>
        Promise.resolve(attached.push({ name, body, contentType })),
    };
    expect(example?.name).toBe("an order is on the receipt");
    await example?.body({ page }, information);
    expect(attached.map(({ name, contentType }) => [name, contentType])).toEqual([["receipt", "image/png"]]);
    expect(attached[0]?.body.subarray(1, 4).toString()).toBe("PNG");
  });

  test("says so when nothing is printed, and when the token is wrong", async () => {
    const { Receipts } = (await import(join(folder, "receipts.ts"))) as {
      Receipts: new (address: string, token: string) => { next(seconds?: number): Promise<{ text: string }> };
    };
    const receipts = new Receipts(service.address, TOKEN);
    expect((await receipts.next()).text).toContain("Order 1001");
    await expect(receipts.next(1)).rejects.toThrow("nothing was printed within 1 seconds");
    await expect(new Receipts(service.address, "at_ci.wrong").next(1)).rejects.toThrow("401");
  });
});

/** Prints as a POS does: all bytes, then the end. */
function printRaw(port: number, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(text, "latin1")));
  socket.on("close", () => resolve());
  socket.on("error", reject);
  return promise;
}
