/** One line, or several, of a panel. */
interface Query {
  /** PromQL; `$instance` is what is chosen above the panels. */
  readonly expr: string;
  /** What a line is called; `{{label}}` is filled in by Grafana. */
  readonly legend: string;
}

interface Panel {
  readonly title: string;
  /** One of Grafana's units. */
  readonly unit: string;
  readonly queries: readonly Query[];
  /** One number instead of lines. */
  readonly isNumber?: true;
}

const OF = 'instance=~"$instance"';

/** Within which time a part of what a histogram holds was done. */
const quantile = (part: number, metric: string, by = "") =>
  `histogram_quantile(${part}, sum by (le${by === "" ? "" : `, ${by}`}) (rate(${metric}_bucket{${OF}}[$__rate_interval])))`;

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}{${OF}}[$__rate_interval]))`;

const value = (metric: string, legend = "{{instance}}"): Query => ({ expr: `${metric}{${OF}}`, legend });

/** Rows of panels, under their titles. */
export const DASHBOARD_ROWS: Readonly<Record<string, readonly Panel[]>> = {
  "Can tills print?": [
    { title: "Tills can print", unit: "bool_yes_no", queries: [value("tillroll_can_print")], isNumber: true },
    {
      title: "Version",
      unit: "none",
      queries: [value("tillroll_build_info", "{{version}}")],
      isNumber: true,
    },
    {
      title: "Parts (0 ok, 1 degraded, 2 failed)",
      unit: "none",
      queries: [value("tillroll_component_state", "{{component}}")],
    },
  ],
  Prints: [
    {
      title: "Prints a second",
      unit: "short",
      queries: [{ expr: rate("tillroll_prints_total", "source"), legend: "{{source}}" }],
    },
    {
      title: "Bytes a second",
      unit: "Bps",
      queries: [{ expr: rate("tillroll_print_bytes_total", "source"), legend: "{{source}}" }],
    },
    {
      title: "Refused a second",
      unit: "short",
      queries: [
        { expr: rate("tillroll_prints_refused_total", "code"), legend: "{{code}}" },
        { expr: rate("tillroll_refused_origins_total", "origin"), legend: "web page {{origin}}" },
      ],
    },
  ],
  Disk: [
    {
      title: "Commits",
      unit: "s",
      queries: [0.5, 0.99].map((part) => ({
        expr: quantile(part, "tillroll_commit_duration_seconds"),
        legend: `${part * 100} %`,
      })),
    },
    {
      title: "Writer",
      unit: "short",
      queries: [
        value("tillroll_write_queue_depth", "waiting"),
        { expr: rate("tillroll_write_operations_total", "outcome"), legend: "{{outcome}} a second" },
      ],
    },
    {
      title: "Sizes",
      unit: "bytes",
      queries: [
        value("tillroll_disk_free_bytes", "free"),
        value("tillroll_database_bytes", "database"),
        value("tillroll_wal_bytes", "write-ahead log"),
      ],
    },
  ],
  "Real printers and webhooks": [
    { title: "Printers", unit: "short", queries: [value("tillroll_printers", "{{state}}")] },
    {
      title: "Deliveries",
      unit: "short",
      queries: [
        value("tillroll_deliveries", "{{state}}"),
        { expr: rate("tillroll_deliveries_total", "outcome"), legend: "{{outcome}} a second" },
      ],
    },
    { title: "Longest wait", unit: "s", queries: [value("tillroll_delivery_oldest_seconds")] },
    {
      title: "Webhooks",
      unit: "short",
      queries: [
        value("tillroll_webhooks", "{{state}}"),
        { expr: rate("tillroll_webhook_requests_total", "outcome"), legend: "{{outcome}} requests a second" },
      ],
    },
  ],
  "Search and pictures": [
    {
      title: "Searches, 99 %",
      unit: "s",
      queries: [
        {
          expr: quantile(0.99, "tillroll_search_duration_seconds", "kind, plan"),
          legend: "{{kind}} by {{plan}}",
        },
      ],
    },
    {
      title: "Index",
      unit: "short",
      queries: [
        value("tillroll_index_unsealed_prints", "prints in no segment"),
        value("tillroll_index_text_pending_prints", "prints without text"),
        value("tillroll_index_segments", "segments"),
      ],
    },
    {
      title: "Pictures",
      unit: "short",
      queries: [
        value("tillroll_recognition_waiting", "waiting"),
        { expr: quantile(0.5, "tillroll_recognition_duration_seconds"), legend: "half are read in seconds" },
        { expr: rate("tillroll_recognition_failures_total", "instance"), legend: "failures a second" },
      ],
    },
  ],
  Requests: [
    {
      title: "Requests a second",
      unit: "reqps",
      queries: [{ expr: rate("tillroll_http_requests_total", "status"), legend: "{{status}}" }],
    },
    {
      title: "Answers, 99 %",
      unit: "s",
      queries: [
        { expr: quantile(0.99, "tillroll_http_request_duration_seconds", "kind"), legend: "{{kind}}" },
      ],
    },
    {
      title: "Slowest operations of late, 99 %",
      unit: "s",
      queries: [
        {
          expr: `topk(5, tillroll_http_request_recent_seconds{${OF}, quantile="0.99"})`,
          legend: "{{operation}}",
        },
      ],
    },
    {
      title: "Time spent answering",
      unit: "percentunit",
      queries: [
        { expr: rate("tillroll_http_request_seconds_total", "operation"), legend: "{{operation}}" },
        value("tillroll_http_requests_under_way", "under way"),
      ],
    },
  ],
  Process: [
    { title: "Memory", unit: "bytes", queries: [value("tillroll_resident_memory_bytes")] },
    {
      title: "Processors",
      unit: "percentunit",
      queries: [{ expr: rate("process_cpu_seconds_total", "instance"), legend: "{{instance}}" }],
    },
    {
      title: "Lag of the main thread",
      unit: "s",
      queries: [value("tillroll_event_loop_lag_seconds", "{{quantile}}")],
    },
    {
      title: "Files, starts and errors",
      unit: "short",
      queries: [
        value("process_open_fds", "open files"),
        { expr: `changes(process_start_time_seconds{${OF}}[1h])`, legend: "starts in an hour" },
        {
          expr: `sum by (level) (increase(tillroll_log_lines_total{${OF}}[1h]))`,
          legend: "{{level}} lines in an hour",
        },
      ],
    },
  ],
  Backups: [
    { title: "Not backed up for", unit: "s", queries: [value("tillroll_backup_age_seconds")] },
    { title: "Last whole backup", unit: "bytes", queries: [value("tillroll_backup_snapshot_bytes")] },
    {
      title: "What was sent between them",
      unit: "Bps",
      queries: [{ expr: rate("tillroll_backup_segment_bytes_total", "instance"), legend: "{{instance}}" }],
    },
    {
      title: "Backups that failed",
      unit: "ops",
      queries: [{ expr: rate("tillroll_backup_failures_total", "instance"), legend: "{{instance}}" }],
    },
  ],
};

/** Grafana's grid is so many wide; a row of panels is so high. */
const GRID_WIDTH = 24;
const PANEL_HEIGHT = 8;

/** The data source is chosen above the panels. */
const SOURCE = { type: "prometheus", uid: "${source}" } as const;

/** The dashboard as Grafana imports it (10 and later). */
export function grafanaDashboard(): object {
  let id = 0;
  const panels = Object.entries(DASHBOARD_ROWS).flatMap(([title, row], index) => {
    const y = index * (PANEL_HEIGHT + 1);
    const heading = {
      id: ++id,
      type: "row",
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: GRID_WIDTH, h: 1 },
      panels: [],
    };
    const width = Math.floor(GRID_WIDTH / row.length);
    return [
      heading,
      ...row.map((panel, column) => ({
        id: ++id,
        ...panelJson(panel),
        gridPos: { x: column * width, y: y + 1, w: width, h: PANEL_HEIGHT },
      })),
    ];
  });
  return {
    uid: "tillroll",
    title: "Tillroll",
    tags: ["tillroll"],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    timezone: "browser",
    templating: {
      list: [
        { name: "source", label: "Prometheus", type: "datasource", query: "prometheus" },
        {
          name: "instance",
          label: "Service",
          type: "query",
          datasource: SOURCE,
          query: { query: "label_values(tillroll_can_print, instance)", refId: "instance" },
          includeAll: true,
          multi: true,
          refresh: 2,
          current: { text: "All", value: "$__all" },
        },
      ],
    },
    panels,
  };
}

function panelJson({ title, unit, queries, isNumber }: Panel): object {
  const custom = isNumber === true ? {} : { custom: { fillOpacity: 10, showPoints: "never" } };
  // Of a version, its name is what is shown.
  const textMode = title === "Version" ? "name" : "value";
  return {
    title,
    type: isNumber === true ? "stat" : "timeseries",
    datasource: SOURCE,
    fieldConfig: { defaults: { unit, min: 0, ...custom }, overrides: [] },
    ...(isNumber === true && { options: { textMode, reduceOptions: { calcs: ["lastNotNull"] } } }),
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource: SOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}
