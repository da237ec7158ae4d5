/** What a run of the tests left out, and what failed in it. Tests are called by their file and the names they are in. */
export interface TestReport {
  readonly skipped: readonly string[];
  readonly failed: readonly { readonly test: string; readonly error: string }[];
}

/**
 * Reads the report that Bun writes of a run, as JUnit does. Leniently: what a test has received may stand in its error,
 * with characters that no XML may have.
 */
export async function readTestReport(report: string): Promise<TestReport> {
  const skipped: string[] = [];
  const failed: { test: string; error: string }[] = [];
  let test = "";
  const reader = new HTMLRewriter()
    .on("testcase", {
      element(element) {
        // The names of what it is in come from the inside out.
        const groups = unescaped(element.getAttribute("classname") ?? "")
          .split(" > ")
          .toReversed();
        const names = [...groups, unescaped(element.getAttribute("name") ?? "")].filter(Boolean);
        test = `${element.getAttribute("file") ?? ""}: ${names.join(" > ")}`;
      },
    })
    .on("skipped", { element: () => void skipped.push(test) })
    .on("failure", {
      element: () => void failed.push({ test, error: "" }),
      text({ text }) {
        const last = failed.at(-1);
        if (last !== undefined) last.error += text;
      },
    });
  await reader.transform(new Response(report)).text();
  return { skipped, failed: failed.map((each) => ({ ...each, error: unescaped(each.error).trim() })) };
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code: string | undefined, name: string) =>
    code === undefined ? (characters[name] ?? entity) : String.fromCodePoint(Number(code)),
  );
}
