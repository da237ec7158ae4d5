import { GIBIBYTE } from "../domain/limits.ts";
import { WAL_LIMITS } from "../domain/storage-limits.ts";

/** An alert of Prometheus. */
export interface AlertRule {
  readonly name: string;
  /** PromQL. */
  readonly when: string;
  /** How long that must be so. */
  readonly for: string;
  readonly severity: "critical" | "warning";
  /** What is wrong, and what to do; `{{ … }}` is filled in by Prometheus. */
  readonly summary: string;
}

const LOW_DISK_BYTES = 5 * GIBIBYTE;

/** What should wake somebody, or be looked at the next day. */
export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: "TillrollAway",
    when: "absent(tillroll_can_print)",
    for: "2m",
    severity: "critical",
    summary: "Nothing is heard of Tillroll: the service or its machine is down.",
  },
  {
    name: "TillrollCannotPrint",
    when: "tillroll_can_print == 0",
    for: "1m",
    severity: "critical",
    summary: "No till can print on {{ $labels.instance }}: /healthz says why.",
  },
  {
    name: "TillrollPartFailed",
    when: "tillroll_component_state == 2",
    for: "5m",
    severity: "critical",
    summary: "{{ $labels.component }} of {{ $labels.instance }} has failed: /healthz says why.",
  },
  {
    name: "TillrollPartDegraded",
    when: "tillroll_component_state == 1",
    for: "30m",
    severity: "warning",
    summary: "{{ $labels.component }} of {{ $labels.instance }} is not as it should be: /healthz says why.",
  },
  {
    name: "TillrollDiskLow",
    when: `tillroll_disk_free_bytes < ${LOW_DISK_BYTES}`,
    for: "10m",
    severity: "critical",
    summary: "{{ $value | humanize1024 }}B are left on the disk of {{ $labels.instance }}.",
  },
  {
    name: "TillrollDiskFillsUp",
    when: "predict_linear(tillroll_disk_free_bytes[6h], 4 * 86400) < 0",
    for: "1h",
    severity: "warning",
    summary: "The disk of {{ $labels.instance }} is full in four days if it goes on like that.",
  },
  {
    name: "TillrollCommitsSlow",
    when: "histogram_quantile(0.99, sum by (instance, le) (rate(tillroll_commit_duration_seconds_bucket[5m]))) > 0.5",
    for: "10m",
    severity: "warning",
    summary:
      "The disk of {{ $labels.instance }} is slow: a print takes {{ $value | humanizeDuration }} to be durable.",
  },
  {
    name: "TillrollLogFull",
    when: `tillroll_wal_bytes > ${WAL_LIMITS.fullBytes / 2}`,
    for: "10m",
    severity: "warning",
    summary:
      "The write-ahead log of {{ $labels.instance }} is not folded into the database: something reads for long.",
  },
  {
    name: "TillrollPrintsRefused",
    when: 'increase(tillroll_prints_refused_total{code=~"STORAGE_UNAVAILABLE|UNKNOWN"}[5m]) > 0',
    for: "0m",
    severity: "critical",
    summary: "{{ $labels.instance }} could not store prints ({{ $labels.code }}).",
  },
  {
    name: "TillrollPrintsWait",
    when: "tillroll_delivery_oldest_seconds > 600",
    for: "0m",
    severity: "warning",
    summary:
      "A print waits for its real printer on {{ $labels.instance }} since {{ $value | humanizeDuration }}.",
  },
  {
    name: "TillrollPrintsHeld",
    when: 'tillroll_deliveries{state="held"} > 0',
    for: "15m",
    severity: "warning",
    summary: "{{ $value }} prints on {{ $labels.instance }} wait for a person, to be released or cancelled.",
  },
  {
    name: "TillrollWebhooksFail",
    when: 'tillroll_webhooks{state=~"failing|paused"} > 0',
    for: "30m",
    severity: "warning",
    summary: "{{ $value }} webhooks of {{ $labels.instance }} are {{ $labels.state }}.",
  },
  {
    name: "TillrollBackupOld",
    when: "tillroll_backup_age_seconds > 1800",
    for: "5m",
    severity: "warning",
    summary: "What is new on {{ $labels.instance }} is in no backup since {{ $value | humanizeDuration }}.",
  },
  {
    name: "TillrollSearchWithoutIndex",
    when: 'rate(tillroll_search_duration_seconds_count{plan="sql"}[15m]) > 0',
    for: "1h",
    severity: "warning",
    summary: "Searches on {{ $labels.instance }} are answered without the index, slowly.",
  },
  {
    name: "TillrollErrors",
    when: 'increase(tillroll_log_lines_total{level="error"}[15m]) > 0',
    for: "0m",
    severity: "warning",
    summary: "{{ $labels.instance }} has logged errors.",
  },
  {
    name: "TillrollRestarts",
    when: 'changes(process_start_time_seconds{job=~".*tillroll.*"}[1h]) > 3',
    for: "0m",
    severity: "warning",
    summary: "{{ $labels.instance }} has been started again and again within an hour.",
  },
];

/** The rules as a file of Prometheus. A text of JSON is one of YAML. */
export function alertRulesYaml(): string {
  const rules = ALERT_RULES.map(({ name, when, for: time, severity, summary }) =>
    [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(when)}`,
      `        for: ${time}`,
      `        labels: { severity: ${severity} }`,
      `        annotations: { summary: ${JSON.stringify(summary)} }`,
    ].join("\n"),
  );
  return `groups:\n  - name: tillroll\n    rules:\n${rules.join("\n")}\n`;
}
