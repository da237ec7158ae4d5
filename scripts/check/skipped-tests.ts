/** The tests that a run left out, from the report that Bun writes of it, each by the names it is in. */
export async function skippedTests(report: string): Promise<string[]> {
  const skipped: string[] = [];
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
    .on("skipped", { element: () => void skipped.push(test) });
  await reader.transform(new Response(report)).text();
  return skipped;
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replaceAll(/&(\w+);/g, (entity, name: string) => characters[name] ?? entity);
}
