import type { Intake } from "../intake/intake.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Preview } from "../preview/preview.ts";
import type { Indexing } from "../search/indexer/indexing.ts";
import type { IndexStatusReader } from "../search/index-status.ts";
import type { Search } from "../search/search.ts";
import type { PrintReader } from "../storage/print-reader.ts";
import type { Writer } from "../storage/writer.ts";
import type { Authentication, AuthenticationStores } from "./authentication.ts";

/** The parts of the service that answer HTTP requests. */
export interface HttpService {
  readonly stores: AuthenticationStores;
  readonly authentication: Authentication;
  readonly intake: Intake;
  readonly writer: Writer;
  readonly reader: PrintReader;
  readonly search: Search;
  readonly indexing: Indexing;
  readonly indexStatus: IndexStatusReader;
  readonly preview: Preview;
  readonly disk: DiskSpace;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly version: string;
  /** Requests that are being answered now. */
  requestsUnderWay: number;
}
