import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { run, Service, temporaryFolder } from "../service.ts";

/* A token that somebody chose, for a service that is thrown away after a test. */

const CHOSEN = "at_ci.0123456789abcdef";

describe("on an empty data folder", () => {
  const secretFile = join(temporaryFolder(), "token");
  let service: Service;

  beforeAll(async () => {
    await Bun.write(secretFile, `${CHOSEN}\n`);
    const environment = { TILLROLL_FIRST_TOKEN_FILE: secretFile };
    service = await Service.start({ token: CHOSEN, environment });
  });
  afterAll(() => service.end());

  test("it may do all in its workspace, and nothing beyond", async () => {
    await service.store();
    const simulated = await service.fetch("/api/workspace/default/printers/receipt/simulate", {
      json: { state: "paper-end" },
    });
    expect(simulated.status).toBe(200);
    expect((await service.fetch("/api/workspace/other/prints/search", { json: {} })).status).toBe(404);
    expect((await service.fetch("/api/me", { token: "at_ci.0123456789abcdeF" })).status).toBe(401);
  });

  test("the greeting does not show it, and the log warns of it without its secret", async () => {
    expect(service.greeting).not.toContain("first start");
    await service.hasLogged("a chosen token counts here");
    expect(service.greeting + service.logged).not.toContain("0123456789abcdef");
  });

  test("a start more changes nothing; revoked, it stays so", async () => {
    await service.stop();
    service = await Service.start({
      folder: service.folder,
      token: CHOSEN,
      flags: ["--first-token", CHOSEN],
    });
    expect((await service.prints("/search", { json: {} })).status).toBe(200);
    expect((await run(["token", "revoke", "ci", "--data", service.folder])).exitCode).toBe(0);
    await service.stop();
    service = await Service.start({
      folder: service.folder,
      token: CHOSEN,
      flags: ["--first-token", CHOSEN],
    });
    expect((await service.prints("/search", { json: {} })).status).toBe(401);
    await service.hasLogged("does not count");
  });
});

test("it does not come beside the tokens of a shop", async () => {
  const first = await Service.start();
  try {
    await first.stop();
    const { folder } = first;
    const again = await Service.start({ folder, token: first.token, flags: ["--first-token", CHOSEN] });
    expect((await again.fetch("/api/me")).status).toBe(200);
    expect((await again.fetch("/api/me", { token: CHOSEN })).status).toBe(401);
    await again.hasLogged("does not count");
    await again.stop();
  } finally {
    rmSync(first.folder, { recursive: true, force: true });
  }
});

test.each(["secret", "at_ci", "at_ci.short", "at_ci.0123456789abcde", "ci.0123456789abcdef"])(
  "%s is refused, and not repeated",
  async (token) => {
    const { exitCode, stderr } = await run(["serve", `--first-token=${token}`, "--data", temporaryFolder()]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--first-token must be a token such as at_ci.SECRET");
    expect(stderr).not.toContain(`"${token}"`);
  },
);
