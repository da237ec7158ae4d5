import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ALERT_RULES, alertRulesYaml } from "../../src/guide/alert-rules.ts";
import { DASHBOARD_ROWS, grafanaDashboard } from "../../src/guide/grafana-dashboard.ts";
import { type MetricRecord, METRICS } from "../../src/operations/metric-records.ts";
import { describeUnless } from "../describe-unless.ts";
import { run, Service, temporaryFolder } from "../service.ts";

const RECORDS: Readonly<Record<string, MetricRecord>> = METRICS;

let service: Service;
let text: string;
beforeAll(async () => {
  service = await Service.start();
  await service.store();
  await service.prints("/search", { json: {} });
  await run(["workspace", "update", "default", "--quota", "1", "--data", service.folder]);
  await service.prints("/json", { json: { raw: btoa("one too many") } });
  text = await (await service.fetch("/metrics")).text();
});
afterAll(() => service.end());

test("a service shows every metric that is told of, and no other", () => {
  const shown = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map(([, name, help, kind]) => [
    name,
    { kind, help },
  ]);
  const told = Object.entries(RECORDS).map(([name, { kind, help }]) => [name, { kind, help }]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(told));
});

test("series have the labels that are told, and values that can be", () => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  for (const line of lines) {
    const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const given = [...labels.matchAll(/(\w+)="/g)]
      .map(([, label]) => label)
      .filter((label) => label !== "le");
    expect([line, given.toSorted()]).toEqual([line, [...(recordOf(name)?.labels ?? [])].toSorted()]);
    expect([line, Number.isFinite(Number(value))]).toEqual([line, true]);
  }
});

test("what was done is counted", () => {
  const valueOf = (series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1],
    );
  expect(valueOf('tillroll_prints_total{source="api"}')).toBe(1);
  expect(valueOf('tillroll_print_bytes_total{source="api"}')).toBe(6);
  expect(valueOf('tillroll_prints_refused_total{code="WORKSPACE_LIMIT_EXCEEDED"}')).toBe(1);
  expect(valueOf("tillroll_http_requests_under_way")).toBe(1);
  expect(valueOf("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(valueOf("tillroll_database_bytes")).toBeGreaterThan(0);
  const searches = text.match(/^tillroll_search_duration_seconds_count\{kind="page",plan="\w+"\} 1$/gm);
  expect(searches?.length).toBe(1);
});

/** The record that a series of a query or of an answer belongs to. */
function recordOf(series: string): MetricRecord | undefined {
  const record = RECORDS[series];
  if (record !== undefined && record.kind !== "histogram") return record;
  const histogram = RECORDS[series.replace(/_(bucket|sum|count)$/, "")];
  return histogram?.kind === "histogram" ? histogram : undefined;
}

/** What queries may name beside what is told of each metric. */
const COMMON_LABELS = ["instance", "job", "le"];

describe.each([
  ...ALERT_RULES.map(({ name, when, summary }) => [`alert ${name}`, when, summary] as const),
  ...Object.values(DASHBOARD_ROWS)
    .flat()
    .flatMap(({ title, queries }) =>
      queries.map(({ expr, legend }) => [`panel ${title}: ${expr}`, expr, legend] as const),
    ),
])("%s", (_name, query, legend) => {
  const series = [...query.matchAll(/\b((?:tillroll|process)_\w+)(?:\{([^}]*)\})?/g)];

  test("asks for metrics that there are, by labels that they have", () => {
    expect(series.length).toBeGreaterThan(0);
    for (const [, name = "", matchers = ""] of series) {
      const record = recordOf(name);
      expect([name, record !== undefined]).toEqual([name, true]);
      const known = new Set([...COMMON_LABELS, ...(record?.labels ?? [])]);
      const labels = [...matchers.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label);
      expect(labels.filter((label) => !known.has(label))).toEqual([]);
    }
  });

  test("groups by labels that there are, and tells only those", () => {
    const known = new Set([
      ...COMMON_LABELS,
      ...series.flatMap(([, name = ""]) => recordOf(name)?.labels ?? []),
    ]);
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) =>
      labels.split(/, */),
    );
    const told = [...legend.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = ""]) => label);
    expect([...grouped, ...told].filter((label) => !known.has(label))).toEqual([]);
    if (grouped.length > 0) expect(told.filter((label) => !grouped.includes(label))).toEqual([]);
  });
});

test("the service gives the dashboard and the rules", async () => {
  const dashboard = await service.fetch("/guide/grafana.json", { token: null });
  expect(await dashboard.json()).toEqual(JSON.parse(JSON.stringify(grafanaDashboard())));
  const rules = await service.fetch("/guide/prometheus-alerts.yml", { token: null });
  expect(await rules.text()).toBe(alertRulesYaml());
  const read = Bun.YAML.parse(alertRulesYaml()) as { groups: { rules: { alert: string; expr: string }[] }[] };
  expect(read.groups[0]?.rules.map(({ alert, expr }) => [alert, expr])).toEqual(
    ALERT_RULES.map(({ name, when }) => [name, when]),
  );
});

test("panels of the dashboard are beside each other, and each has an id of its own", () => {
  const { panels } = grafanaDashboard() as {
    panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
});

describeUnless(Bun.which("promtool") === null ? "there is no promtool" : null, "Prometheus itself", () => {
  const promtool = async (words: string[], input: string) => {
    const child = Bun.spawn(["promtool", ...words], {
      stdin: Buffer.from(input),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, errors, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return [exitCode, output + errors] as const;
  };

  test("finds nothing to better in the metrics", async () => {
    const [, output] = await promtool(["check", "metrics"], text);
    // Our quantiles are those of the last minutes, which no summary of its has: they are gauges.
    const others = output.split("\n").filter((line) => !line.includes('should not have "quantile" label'));
    expect(others).toEqual([""]);
  });

  test("takes the rules", async () => {
    const file = `${temporaryFolder()}/rules.yml`;
    await Bun.write(file, alertRulesYaml());
    expect(await promtool(["check", "rules", file], "")).toEqual([0, expect.stringContaining("SUCCESS")]);
  });
});
