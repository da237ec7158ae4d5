import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fillTemplate, groupsOf, readTemplate, type Template } from "../../src/domain/rule-template.ts";

const GROUPS: Record<string, string> = {
  "0": "Order 1001",
  "1": "1001",
  "2": "",
  name: " A  B\n",
  sum: "1.234,50 €",
};

function template(text: string): Template {
  const read = readTemplate(text);
  if (typeof read === "string") throw new Error(read);
  return read;
}

const fill = (text: string) => fillTemplate(template(text), (group) => GROUPS[String(group)]);

describe("filling in", () => {
  test.each([
    ["$1", "1001"],
    ["${1}", "1001"],
    ["$0", "Order 1001"],
    ["${name}", "A B"],
    ["No. ${name}-$1!", "No. A B-1001!"],
    ["$$1", "$1"],
    ["$$$1", "$1001"],
    ["${sum:amount}", "1234.50"],
    ["${1:thousands}", "1001"],
    ["  Kitchen  ", "Kitchen"],
    ["$1$2", "1001"],
    ["a\t\nb", "a b"],
  ])("%j gives %j", (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  test.each(["$2", "Order $2", "Order ${missing}", "$3", " ", "${2}${missing}", "${2:amount}"])(
    "%j gives nothing: the groups are empty",
    (text) => {
      expect(fill(text)).toBeNull();
    },
  );
});

describe("what is no template", () => {
  test.each([
    ["$", /lone "\$" at character 1/],
    ["12 $ 5", /lone "\$" at character 4/],
    ["${", /lone/],
    ["${}", /lone/],
    ["${a b}", /lone/],
    ["$name", /lone/],
    ["${1:upper}", /":upper": the forms are amount, thousands/],
    ["${1:constructor}", /":constructor"/],
  ])("%j", (text, message) => {
    expect(readTemplate(text)).toMatch(message);
  });
});

test("the groups that are asked for", () => {
  expect(groupsOf(template("$1 ${name} $$ ${12} ${x:amount}"))).toEqual([1, "name", 12, "x"]);
});

test("with its dollar signs doubled, any text is a template that gives itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const given = fillTemplate(template(text.replaceAll("$", "$$$$")), () => undefined);
      expect(given ?? "").toBe(text.replace(/\s+/g, " ").trim());
    }),
  );
});

test("any text is a template or has a reason why not", () => {
  const texts = fc.array(fc.constantFrom("$", "{", "}", ":", "1", "a", "amount", " "), { maxLength: 12 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const read = readTemplate(pieces.join(""));
      if (typeof read === "string") expect(read).toMatch(/^must not have/);
      else fillTemplate(read, () => "x");
    }),
  );
});
