/*
 * Every metric, once: what it is called, what it is and how it is told apart. The guide's table, the dashboard of Grafana and
 * the alert rules go by these names. No print, label or workspace is named in any: they are read without a token.
 */

/** A metric, as Prometheus knows it. */
export interface MetricRecord {
  readonly kind: "counter" | "gauge" | "histogram";
  /** What it is, a sentence. */
  readonly help: string;
  /** What its series are told apart by. Each must have few values, whatever clients send. */
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram, seconds. */
  readonly buckets?: readonly number[];
}

/** From a read in memory to a disk that struggles. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** From what is answered from memory to what looks through all receipts. */
const SEARCHES = [...DURATIONS, 10];

/** From a picture that was read before to one that is given up. */
const RECOGNITIONS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50];

export const METRICS = {
  tillroll_build_info: gauge("Always 1: the version that runs.", ["version"]),
  tillroll_can_print: gauge("1 when a till could print now, durably."),
  tillroll_component_state: gauge("How each part of the service is: 0 ok, 1 degraded, 2 failed.", [
    "component",
  ]),

  tillroll_prints_total: counter(
    "Prints stored, by how they came: api, printer, or polled from an address.",
    ["source"],
  ),
  tillroll_print_bytes_total: counter("Bytes of the prints stored, by how they came.", ["source"]),
  tillroll_prints_refused_total: counter(
    "Well-formed prints that were not stored, by the code of the error.",
    ["code"],
  ),
  tillroll_refused_origins_total: counter("Requests of web pages to print that were refused, by origin.", [
    "origin",
  ]),

  tillroll_write_operations_total: counter("Operations committed by the writer, by outcome.", ["outcome"]),
  tillroll_commit_duration_seconds: histogram("Time of the writer's transactions.", DURATIONS),
  tillroll_write_queue_depth: gauge("Operations waiting for the writer."),

  tillroll_disk_free_bytes: gauge("Free space under the data folder."),
  tillroll_database_bytes: gauge("Size of the database file, without its log."),
  tillroll_wal_bytes: gauge("Size of the write-ahead log."),

  tillroll_scrub_findings: gauge(
    "What was found damaged in what is stored and is not mended, by what it is.",
    ["kind"],
  ),
  tillroll_scrub_last_round_timestamp_seconds: gauge(
    "When all that is stored was last checked, epoch seconds; 0 before.",
  ),
  tillroll_scrub_round_bytes: gauge("Bytes that the present or last round of checking has read."),

  tillroll_upstream_backlog: gauge("Prints and changes that were not sent to an archive yet."),
  tillroll_upstream_last_contact_timestamp_seconds: gauge(
    "When an archive last answered, epoch seconds; 0: none has, or there is none.",
  ),

  tillroll_printers: gauge("Printers, by whether tills are told that they are online.", ["state"]),
  tillroll_deliveries: gauge(
    "Deliveries of all printers that are in a state now: waiting, held or failed; no more than 1000 of each printer count.",
    ["state"],
  ),
  tillroll_deliveries_total: counter("What became of deliveries, by outcome.", ["outcome"]),
  tillroll_delivery_oldest_seconds: gauge(
    "How long the first print waits that waits longest for a real printer; 0: none.",
  ),

  tillroll_webhooks: gauge(
    "Webhooks: active, failing (active, but the last attempt was in vain) or paused.",
    ["state"],
  ),
  tillroll_webhook_requests_total: counter("Requests to webhooks' addresses, by outcome: ok or failed.", [
    "outcome",
  ]),

  tillroll_backup_up_to_date_seconds: gauge(
    "Up to when all is backed up, in seconds since the epoch; nothing before it is known, and where no backups are made.",
  ),
  tillroll_backup_age_seconds: gauge("How long ago that was; since the start, before it is known."),
  tillroll_backup_snapshot_seconds: gauge(
    "When the last whole backup of this run was taken, in seconds since the epoch.",
  ),
  tillroll_backup_snapshot_bytes: gauge("How large the last whole backup of this run is."),
  tillroll_backup_snapshot_duration_seconds: gauge("How long it took to make and to verify it."),
  tillroll_backup_send_duration_seconds: gauge("How long it took the last time to send what was new."),
  tillroll_backup_snapshots_total: counter("Whole backups that were made."),
  tillroll_backup_segments_total: counter("Segments of what was new that were sent."),
  tillroll_backup_segment_bytes_total: counter("Bytes of these segments."),
  tillroll_backup_failures_total: counter("Backups that failed, and times that what was new did not go out."),

  tillroll_index_unsealed_prints: gauge("Prints that are in no segment of the search index yet."),
  tillroll_index_text_pending_prints: gauge("Prints whose text cannot be searched yet."),
  tillroll_index_segments: gauge("Segments of the search index."),
  tillroll_search_duration_seconds: histogram(
    "Time of searches (page) and counts over them (facets), by what answered: the index, or SQL while it could not.",
    SEARCHES,
    ["kind", "plan"],
  ),

  tillroll_retention_deleted_total: counter("Prints marked deleted by rules and limits of retention."),
  tillroll_retention_purged_total: counter(
    "Prints removed for good after their time, or for the disk's sake.",
  ),
  tillroll_retention_purged_bytes_total: counter("Bytes of the prints removed for good, as they came in."),
  tillroll_retention_kept: gauge(
    "Prints that the last run left although they were to go: under a legal hold (hold), or still to be printed (paper).",
    ["why"],
  ),
  tillroll_retention_last_run_timestamp_seconds: gauge(
    "When the last run of retention ended, in seconds since the epoch; 0: none since the start.",
  ),

  tillroll_recognition_waiting: gauge("Prints whose pictures are to be read."),
  tillroll_recognition_duration_seconds: histogram("Time to read the pictures of a print.", RECOGNITIONS),
  tillroll_recognition_failures_total: counter("Prints with a picture that could not be read."),

  tillroll_http_request_duration_seconds: histogram(
    "Time to answer HTTP requests, by what they are like.",
    DURATIONS,
    ["kind"],
  ),
  tillroll_http_requests_total: counter("HTTP requests answered, by operation and class of status.", [
    "operation",
    "status",
  ]),
  tillroll_http_request_seconds_total: counter("Time spent answering HTTP requests, by operation.", [
    "operation",
  ]),
  tillroll_http_request_recent_seconds: gauge(
    "Time within which a part of the HTTP requests of the last five to ten minutes were answered, by operation.",
    ["operation", "quantile"],
  ),
  tillroll_http_requests_under_way: gauge("HTTP requests that are being answered."),

  tillroll_log_lines_total: counter("Lines of the log, by level, those that are not written too.", ["level"]),
  tillroll_event_loop_lag_seconds: gauge(
    "How much later than asked for the main thread came to a task, of the last five to ten minutes.",
    ["quantile"],
  ),
  tillroll_resident_memory_bytes: gauge("Resident memory."),
  process_cpu_seconds_total: counter("Processor time of the process, of all its threads."),
  process_open_fds: gauge("Open files and sockets; not on Windows."),
  process_start_time_seconds: gauge("When the process was started, in seconds since the epoch."),
} as const satisfies Readonly<Record<string, MetricRecord>>;

export type MetricName = keyof typeof METRICS;

function gauge(help: string, labels: readonly string[] = []): MetricRecord {
  return { kind: "gauge", help, labels };
}

function counter(help: string, labels: readonly string[] = []): MetricRecord {
  return { kind: "counter", help, labels };
}

function histogram(help: string, buckets: readonly number[], labels: readonly string[] = []): MetricRecord {
  return { kind: "histogram", help, labels, buckets };
}
