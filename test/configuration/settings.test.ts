import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationFor } from "../../src/cli/configuration.ts";
import type { GivenOptions } from "../../src/cli/options.ts";
import { readOptions } from "../../src/cli/read-options.ts";
import { appOptionsOf, serve } from "../../src/cli/serve.ts";
import { mayBeInFile } from "../../src/configuration/configuration-file.ts";
import { configurationText, tomlOf } from "../../src/configuration/configuration-text.ts";
import {
  defaultsOf,
  environmentName,
  type Option,
  secretFileName,
  withSecretFiles,
} from "../../src/configuration/option.ts";
import { PAGES } from "../../src/guide/pages.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* Every option of the service, from the one table of them. */

const ALL = serve.options.filter(mayBeInFile);

/** Those whose value is their own: a file that holds a secret stands for another. */
const SETTINGS = ALL.filter(
  ({ name }) => !ALL.some((option) => option.secret === true && secretFileName(option.name) === name),
);

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const SECRET_FILE = join(folder, "credential");
writeFileSync(SECRET_FILE, "sesame\n");

interface Places {
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly file?: string;
}

/** What a start would be given. */
function given({ words = [], environment = {}, file }: Places, options = serve.options): GivenOptions {
  if (file !== undefined) writeFileSync(join(folder, "tillroll.toml"), file);
  const asked = file === undefined ? "none" : join(folder, "tillroll.toml");
  const all = { TILLROLL_CONFIG: asked, ...environment };
  return readOptions(words, options, all, (known) => configurationFor(known, options));
}

/** How the service would be started; where the file is, that backups take it along, is no setting of it. */
function startOf(places: Places) {
  const options = appOptionsOf(given(places));
  return { ...options, backups: { ...options.backups, configurationFile: null } };
}

/** Whether an option names the file of a secret. */
const isSecretFile = ({ name }: Option) =>
  SETTINGS.some((other) => other.secret === true && name === secretFileName(other.name));

/** A value that is not the option's default. */
function exampleOf(option: Option): string {
  if (isSecretFile(option)) return SECRET_FILE;
  return option.value === undefined ? "true" : (option.kind?.example ?? "");
}

const table = SETTINGS.map((option) => [option.name, option] as const);

describe("every setting", () => {
  test.each(table)("%s says what its value is", (_name, option) => {
    // An option with a value tells its kind: else a configuration file could hold anything, and nobody would be told.
    expect(option.value === undefined || option.kind !== undefined).toBe(true);
    if (option.kind === undefined) return;
    for (const value of [option.kind.example, ...defaultsOf(option)])
      expect([value, option.kind.read(value) !== undefined]).toEqual([value, true]);
    expect(defaultsOf(option)).not.toContain(option.kind.example);
  });

  test.each(table)("%s is the same from the line, the environment and the file", (name, option) => {
    const value = exampleOf(option);
    const word = option.value === undefined ? `--${name}` : `--${name}=${value}`;
    const byLine = given({ words: [word] });
    const byEnvironment = given({ environment: { [environmentName(name)]: value } });
    const byFile = given({ file: `${name} = ${tomlOf(option, [value])}` });
    expect([byLine, byEnvironment, byFile].map((each) => each.sourceOf(name)?.place)).toEqual([
      "line",
      "environment",
      "file",
    ]);
    for (const each of [byEnvironment, byFile]) {
      if (option.kind === undefined) expect(each.all(name)).toEqual(byLine.all(name));
      else expect(each.all(name).map((text) => option.kind?.read(text))).toEqual([option.kind.read(value)]);
    }
  });

  test.each(table)(
    "%s of the line counts before the environment, and that before the file",
    (name, option) => {
      const value = exampleOf(option);
      const file = `${name} = ${tomlOf(option, [value])}`;
      const environment = { [environmentName(name)]: value };
      const words = [option.value === undefined ? `--${name}` : `--${name}=${value}`];
      expect(given({ words, environment, file }).sourceOf(name)?.place).toBe("line");
      expect(given({ environment, file }).sourceOf(name)?.place).toBe("environment");
    },
  );

  test.each(ALL.map(({ name }) => [name]))("%s is in the guide, with its variable", (name) => {
    const page = PAGES.find((each) => each.name === "configuration")?.markdown ?? "";
    expect(page).toContain(`- \`${name}\``);
    expect(page).toContain(environmentName(name));
  });
});

test("a whole configuration file starts the service as the line and the environment would", () => {
  // Those that together would be refused are left out: HTTPS alone where it is closed, and a secret in two ways.
  const options = SETTINGS.filter((option) => option.name !== "require-https" && !isSecretFile(option));
  const words = options.map((option) =>
    option.value === undefined ? `--${option.name}` : `--${option.name}=${exampleOf(option)}`,
  );
  const environment = Object.fromEntries(
    options.map((option) => [environmentName(option.name), exampleOf(option)]),
  );
  const file = configurationText(options, (option) => ({ isSet: true, values: [exampleOf(option)] }));
  const expected = startOf({ words });
  expect(startOf({ environment })).toEqual(expected);
  expect(startOf({ file })).toEqual(expected);
  expect(expected).not.toEqual(startOf({}));
});

test("a configuration file in which nothing is set changes nothing", () => {
  const values = (option: Option) => ({ isSet: false, values: [exampleOf(option)] });
  expect(startOf({ file: configurationText(SETTINGS, values) })).toEqual(startOf({}));
});

describe("a switch", () => {
  const isStrict = (places: Places) => given(places).has("require-https");
  test.each([
    [{ file: "require-https = true" }, true],
    [{ file: "require-https = true", words: ["--no-require-https"] }, false],
    [{ file: "require-https = true", environment: { TILLROLL_REQUIRE_HTTPS: "false" } }, false],
    [{ file: "require-https = false", environment: { TILLROLL_REQUIRE_HTTPS: "1" } }, true],
    [{ file: "require-https = false" }, false],
  ])("%j", (places, expected) => {
    expect(isStrict(places)).toBe(expected);
  });

  test("cannot be switched off where it is none", () => {
    expect(() => given({ words: ["--no-port"] })).toThrow('There is no option "--no-port" here');
  });
});

describe("what is wrong is said where it is", () => {
  test.each([
    [{ words: ["--port", "x"] }, "--port must be an integer"],
    [{ environment: { TILLROLL_PORT: "x" } }, "TILLROLL_PORT must be an integer"],
    [
      { environment: { TILLROLL_TRUSTED_PROXY: "10.0.0.0/8,x" } },
      "TILLROLL_TRUSTED_PROXY must be an address",
    ],
    [{ file: "# one\nport = 70000" }, "is wrong: line 2: port must be an integer"],
    [{ file: "prot = 1\nprt = 2" }, "is wrong:\n  line 1: "],
  ])("%j", (places: Places, message) => {
    expect(() => appOptionsOf(given(places))).toThrow(message);
  });
});

describe("a secret", () => {
  const options = withSecretFiles([
    ...serve.options,
    { name: "access-key", value: "KEY", help: "A key.", secret: true },
  ]);
  const secretFile = SECRET_FILE;

  test.each([
    [{ words: [`--access-key-file=${secretFile}`] }, "sesame"],
    [{ environment: { TILLROLL_ACCESS_KEY_FILE: secretFile } }, "sesame"],
    [{ file: `access-key-file = '${secretFile}'` }, "sesame"],
    [{ file: `access-key-file = '${secretFile}'`, environment: { TILLROLL_ACCESS_KEY: "open" } }, "open"],
    [{ file: "access-key = 'open'", environment: { TILLROLL_ACCESS_KEY_FILE: secretFile } }, "sesame"],
    [{ file: "access-key = 'open'" }, "open"],
  ])("%j", (places, expected) => {
    expect(given(places, options).text("access-key")).toBe(expected);
  });

  test.each([
    [{ words: ["--access-key=a", `--access-key-file=${secretFile}`] }, "not both"],
    [{ file: `access-key = 'a'\naccess-key-file = '${secretFile}'` }, "not both"],
    [{ environment: { TILLROLL_ACCESS_KEY_FILE: "/none" } }, "TILLROLL_ACCESS_KEY_FILE /none cannot be read"],
  ])("%j is refused", (places, message) => {
    expect(() => given(places, options)).toThrow(message);
  });
});
