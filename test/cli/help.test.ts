import { describe, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/cli.ts";
import { environmentName } from "../../src/cli/options.ts";
import { run } from "../service.ts";

/** The groups that there are, such as `printer`. */
const GROUPS = [
  ...new Set(
    COMMANDS.map(({ name }) => name.split(" ")).flatMap(([first, ...rest]) =>
      rest.length > 0 ? (first ?? "") : [],
    ),
  ),
];

describe.each(GROUPS)("the group %s", (group) => {
  const members = COMMANDS.filter(({ name }) => name.startsWith(`${group} `));

  test("has help, asked for in either way: its commands, with their options", async () => {
    const asked = await run([group, "--help"]);
    expect([asked.exitCode, asked.stderr]).toEqual([0, ""]);
    for (const { name, parameters, summary, options } of members) {
      expect(asked.stdout).toContain(`${name} ${parameters ?? ""}`.trim());
      expect(asked.stdout).toContain(summary);
      for (const option of options) {
        expect(asked.stdout).toContain(`--${option.name}`);
        expect(asked.stdout).toContain(option.help);
      }
    }
    expect(await run(["help", group])).toEqual(asked);
    expect(await run([group, "-h"])).toEqual(asked);
  });

  test("alone is shown the same, as a wrong command line", async () => {
    // One that is a command too does something when it is alone.
    if (COMMANDS.some(({ name }) => name === group)) return;
    const { stdout } = await run([group, "--help"]);
    expect(await run([group])).toEqual({ exitCode: 2, stdout: "", stderr: stdout });
  });
});

describe("every command", () => {
  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "%s is described",
    (_name, { summary, options }) => {
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
      for (const { name, help, value } of options) {
        expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(help).toMatch(/\.$/);
        expect(value ?? "X").toMatch(/^[A-Z]/);
      }
    },
  );

  test("tells the variables of its options, but for those that only the line gives", async () => {
    for (const command of COMMANDS.filter(({ name }) =>
      ["serve", "printer add", "rule test"].includes(name),
    )) {
      const { stdout } = await run(["help", ...command.name.split(" ")]);
      for (const { name, lineOnly } of command.options)
        expect([name, stdout.includes(`[${environmentName(name)}]`)]).toEqual([name, lineOnly !== true]);
    }
  });

  test("shows the version rather than do anything", async () => {
    const version = await run(["--version"]);
    expect(await run(["token", "create", "--version"])).toEqual(version);
    expect(await run(["serve", "--version"])).toEqual(version);
  });
});

describe("what is meant is suggested", () => {
  test.each([
    [["serv"], 'no command "serv". Did you mean "serve"?', "tillroll --help"],
    [["tokne"], 'no command "tokne". Did you mean "token"?', "tillroll --help"],
    [["tokne", "lsit"], 'Did you mean "token list"?', "tillroll --help"],
    [["list", "printer"], 'Did you mean "printer list"?', "tillroll --help"],
    [["printer", "lst"], 'no command "printer lst". Did you mean "printer list"?', "tillroll printer --help"],
    [["printer", "frobnicate"], "followed by add, update, list", "tillroll printer --help"],
    [["nonsense"], "The commands are serve, service, config, sign-in, session", "tillroll --help"],
    [["help", "prnter"], 'Did you mean "printer"?', "tillroll --help"],
    [["serve", "--prot", "1"], 'no option "--prot" here. Did you mean "--port"?', "tillroll serve --help"],
    [["--prot", "1"], 'no option "--prot" here. Did you mean "--port"?', "tillroll serve --help"],
    [["--vresion"], 'Did you mean "--version"?', "tillroll serve --help"],
    [["printer", "add", "bar", "--device=x"], 'Did you mean "--device-id"?', "tillroll printer add --help"],
    [["decode", "a", "--nonsense"], 'no option "--nonsense" here.\n', "tillroll decode --help"],
    [["serve", "-x"], 'no option "-x" here.\n', "tillroll serve --help"],
    [["serve", "--port", "--host", "::1"], "--port needs a value: --port N", "tillroll serve --help"],
    [["print", "--test=yes"], "--test is a switch", "tillroll print --help"],
  ])("%j", async (words, message, help) => {
    const { exitCode, stdout, stderr } = await run(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toEndWith(`See "${help}".\n`);
  });
});
