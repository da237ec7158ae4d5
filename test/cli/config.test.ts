import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, run, Service, temporaryFolder } from "../service.ts";

/* The configuration file, by the compiled binary. */

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** A data folder of its own with such a configuration file. */
function folderWith(name: string, toml: string): string {
  const data = join(folder, name);
  mkdirSync(data);
  writeFileSync(join(data, "tillroll.toml"), toml);
  return data;
}

const config = (words: readonly string[], environment: Record<string, string> = {}) =>
  run(["config", ...words], { environment });

describe("a service", () => {
  test("takes what its configuration file says, and variables before it", async () => {
    const port = freePort();
    const data = folderWith("service", `hostname = "till.example"\nraw-port = ${port}\nipp-port = 1\n`);
    const environment = { TILLROLL_RAW_PORT: "" };
    const service = await Service.start({ folder: data, environment });
    const headers = { Host: "till.example" };
    expect((await service.fetch("/api/me", { headers })).status).toBe(200);
    expect(service.greeting).toContain(`port ${port} (`);
    expect(service.logged).not.toContain("port 1 ");
    await service.end();
  });

  test("does not start with a wrong one, and says all that is wrong", async () => {
    const data = folderWith("wrong", 'prot = 80\nhost = "127.0.0.1"\nport = "x"\n');
    const { exitCode, stdout, stderr } = await run(["serve", "--data", data]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('line 1: There is no setting "prot". Did you mean "port"?');
    expect(stderr).toContain("line 3: port must be an integer");
    expect(stderr).toEndWith('See "tillroll config check --help".\n');
    expect((await config(["check", "--data", data])).exitCode).toBe(1);
  });
});

describe("config check", () => {
  test.each([
    ["a right one", "port = 80\nlpd-port = 0\n", 0, /is right: 2 settings\.\n$/],
    ["a wrong name", "\nprot = 80\n", 1, /:2: There is no setting "prot"/],
    ["settings that do not go together", "require-https = true\nhttps-port = 0\n", 1, /needs HTTPS/],
    ["no TOML", "port: 80\n", 1, /:1: This is no TOML/],
  ])("%s", async (name, toml, code, message) => {
    const file = join(folderWith(name.replaceAll(" ", "-"), toml), "tillroll.toml");
    const checked = await config(["check", file]);
    expect([checked.exitCode, checked.stderr]).toEqual([code, ""]);
    expect(checked.stdout).toMatch(message);
  });

  test("says so where there is none", async () => {
    const { exitCode, stdout } = await config(["check", "--config", "none"]);
    expect([exitCode, stdout]).toEqual([
      0,
      "There is no configuration file: every setting has its default.\n",
    ]);
    expect((await config(["check", join(folder, "none.toml")])).exitCode).toBe(1);
  });
});

describe("config show", () => {
  test("tells each value and where it comes from", async () => {
    const data = folderWith("show", "# shop\nport = 80\nclient-rate = 0\n");
    const environment = { TILLROLL_PORT: "81", TILLROLL_DATA: data };
    const { exitCode, stdout } = await config(["show"], environment);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^port +81 +TILLROLL_PORT$/m);
    expect(stdout).toMatch(/^client-rate +0 +client-rate in line 3 of .*tillroll\.toml$/m);
    expect(stdout).not.toContain("search-cache");
    const all = await config(["show", "--defaults"], environment);
    expect(all.stdout).toMatch(/^search-cache +128 +default$/m);
  });

  test("writes a file with everything, which says the same", async () => {
    const data = folderWith("written", 'hostname = ["a.example", "b.example"]\nrequire-https = true\n');
    const { stdout } = await config(["show", "--toml", "--data", data]);
    const file = join(folder, "written.toml");
    writeFileSync(file, stdout);
    expect((await config(["check", file])).stdout).toEndWith("is right: 3 settings.\n");
    expect(Bun.TOML.parse(stdout)).toEqual({
      data,
      hostname: ["a.example", "b.example"],
      "require-https": true,
    });
  });
});

test("other commands find the data where the file says that they are", async () => {
  const elsewhere = join(folder, "elsewhere");
  const file = join(folder, "place.toml");
  writeFileSync(file, `data = '${elsewhere}'\nport = 80\n`);
  const environment = { TILLROLL_CONFIG: file };
  expect((await run(["workspace", "create", "shop"], { environment })).exitCode).toBe(0);
  const listed = await run(["workspace", "list", "--data", elsewhere]);
  expect(listed.stdout).toContain("shop");
});

test("other commands take no other folder where the file is none that can be read", async () => {
  const file = join(folder, "torn.toml");
  writeFileSync(file, 'data = "/srv/tillroll\n');
  const environment = { TILLROLL_CONFIG: file };
  const { exitCode, stderr } = await run(["token", "list"], { environment });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("line 1: This is no TOML")]);
  const named = await run(["audit", "--data", folderWith("named", "")], { environment });
  expect(named.stderr).not.toContain("TOML");
});
