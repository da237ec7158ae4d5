import { expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines } from "../../src/diagnostics/log-lines.ts";
import { Striker } from "../../src/diagnostics/striker.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const striker = new Striker(["hunter2", "hunter22", "abc"]);

test.each([
  ["token at_0123456789abcdef.Zm9v-_x= was used", "token at_(struck) was used"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer (struck)"],
  ["whsec_AAAA+/= is a key", "whsec_(struck) is a key"],
  ["POST https://u:p@pos.example/hooks/T1?x=y failed", "POST https://pos.example/… failed"],
  ["ipp://10.0.0.7/printers/bar is away", "ipp://10.0.0.7/printers/bar is away"],
  ["asked /cloudprnt/0123abcd twice", "asked /cloudprnt/(struck) twice"],
  ["GET /sign-in?code=0123abcd&x=1", "GET /sign-in?code=(struck)&x=1"],
  ["the password is hunter22, not hunter2", "the password is (struck), not (struck)"],
  ["abc is too short to be told from a word", "abc is too short to be told from a word"],
])("%s", (text, expected) => expect(striker.text(text)).toBe(expected));

test("fields that hold what is on receipts, or let somebody in, are left out whole", () => {
  const value = {
    label: "Order 7",
    tag: { a: "b" },
    secret: null,
    items: [{ text: "x", id: 7 }],
    note: "hunter2",
  };
  expect(striker.value(value)).toEqual({
    label: "(struck)",
    tag: "(struck)",
    secret: null,
    items: [{ text: "(struck)", id: 7 }],
    note: "(struck)",
  });
});

test("details of a logged line are found behind braces of its message", () => {
  using folder = {
    path: temporaryFolder(),
    [Symbol.dispose]: () => rmSync(folder.path, { recursive: true }),
  };
  mkdirSync(join(folder.path, "logs"));
  const line = 'warning the printer {bar} is away {"label":"Order 7","printer":"{bar}"}';
  writeFileSync(join(folder.path, "logs", "tillroll.log"), line);
  expect(lastLines(folder.path, striker)).toBe(
    'warning the printer {bar} is away {"label":"(struck)","printer":"{bar}"}',
  );
});
