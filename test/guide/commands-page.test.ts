import { expect, test } from "bun:test";
import { COMMANDS_PAGE, commandsPage } from "../../scripts/guide.ts";

test("the page of the commands is that of the commands themselves; else run: bun scripts/guide.ts", async () => {
  const page = await Bun.file(COMMANDS_PAGE).text();
  expect(commandsPage(page)).toBe(page);
});
