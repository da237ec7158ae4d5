import { troubleOf } from "../../domain/printer-status.ts";
import { JOB_STATE, OPERATION, PRINTER_STATE, STATUS } from "../../ipp/codes.ts";
import { attributeOf, type IppAttribute, type IppGroup, textsOf } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import { attribute, integer, keyword, mimeMediaType, name } from "../../ipp/values.ts";
import type { DeliveryTimes } from "../delivery-limits.ts";
import type { Cancellation, SpooledJobState, Spool, SpoolState, SubmitOutcome } from "../spool/spool.ts";
import { askIpp, type IppAddress, type IppExchange } from "./ipp-client.ts";
import { statusFromReasons } from "./ipp-status.ts";

/** How bytes for a receipt printer are called, the best first: CUPS sends the first as it is, and may convert others. */
const RAW_FORMATS = ["application/vnd.cups-raw", "application/octet-stream"];

const PRINTER_ATTRIBUTES = [
  "printer-state",
  "printer-state-reasons",
  "printer-state-message",
  "printer-is-accepting-jobs",
  "queued-job-count",
  "document-format-supported",
  "cups-version",
];

/** Status codes of a job that is refused for what it is; all others may pass. */
const REFUSALS: ReadonlySet<number> = new Set([
  STATUS.badRequest,
  STATUS.documentFormatNotSupported,
  STATUS.requestEntityTooLarge,
  STATUS.attributesOrValuesNotSupported,
]);

/** What CUPS says of a printer that it has not got through to. */
const CALLING = "connecting-to-device";

/** Codes up to this one are successes (RFC 8011, B.1.1). */
const LAST_SUCCESS = 0x00ff;

/** A queue that is reached by IPP: one of CUPS, or a printer on the network. */
export class IppSpool implements Spool {
  private rawFormat = "application/octet-stream";
  private readonly closing = new AbortController();

  constructor(
    private readonly address: () => IppAddress,
    private readonly times: DeliveryTimes,
  ) {}

  async look(): Promise<SpoolState> {
    const requested = attribute("requested-attributes", ...PRINTER_ATTRIBUTES.map(keyword));
    const exchange = await this.ask(OPERATION.getPrinterAttributes, [requested], this.times.ippAnswer);
    const trouble = troubleIn(exchange);
    if (trouble !== null) return { kind: "unreachable", reason: trouble };
    const printer = groupOf(exchange, GROUP.printer);
    const formats = textsOf(attributeOf(printer, "document-format-supported"));
    this.rawFormat = RAW_FORMATS.find((format) => formats.includes(format)) ?? this.rawFormat;
    const status = statusFromReasons(textsOf(attributeOf(printer, "printer-state-reasons")));
    const message = textsOf(attributeOf(printer, "printer-state-message"))[0] ?? "";
    const off = { ...status, isReachable: false };
    if (numberOf(printer, "printer-state") === PRINTER_STATE.stopped) {
      const why = troubleOf(status) ?? `The queue is stopped${message === "" ? "." : `: ${message}`}`;
      return { kind: "waiting", status: troubleOf(status) === null ? off : status, reason: why };
    }
    if (isFalse(printer, "printer-is-accepting-jobs"))
      return { kind: "waiting", status: off, reason: "The queue takes no jobs now." };
    // CUPS learns how a printer is from the job that is on its way: without one it may be an old story.
    const isOld =
      attributeOf(printer, "cups-version") !== undefined && numberOf(printer, "queued-job-count") === 0;
    const reason = isOld ? null : troubleOf(status);
    return reason === null
      ? { kind: "ready", status: isOld ? null : status }
      : { kind: "waiting", status, reason };
  }

  async submit(job: Uint8Array, jobName: string, mediaType: string | null): Promise<SubmitOutcome> {
    const attributes = [
      attribute("job-name", name(jobName)),
      attribute("document-format", mimeMediaType(mediaType ?? this.rawFormat)),
    ];
    const exchange = await this.ask(OPERATION.printJob, attributes, this.times.ippPrint, job);
    if (exchange.kind === "unreachable") return { kind: "untouched", reason: troubleIn(exchange) ?? "" };
    if (exchange.kind === "broken") return { kind: "unknown", reason: troubleIn(exchange) ?? "" };
    const trouble = troubleIn(exchange);
    const id = numberOf(groupOf(exchange, GROUP.job), "job-id");
    if (trouble !== null)
      return { kind: REFUSALS.has(exchange.status) ? "refused" : "untouched", reason: trouble };
    return id === null
      ? { kind: "unknown", reason: "The queue did not say which job it took." }
      : { kind: "taken", job: id };
  }

  async lookAt(job: number): Promise<SpooledJobState> {
    const requested = attribute(
      "requested-attributes",
      ...["job-state", "job-state-reasons", "job-printer-state-reasons"].map(keyword),
    );
    const about = [attribute("job-id", integer(job)), requested];
    const exchange = await this.ask(OPERATION.getJobAttributes, about, this.times.ippAnswer);
    if (exchange.kind === "answered" && exchange.status === STATUS.notFound)
      return { kind: "printed", note: "The queue does not know the job any more." };
    const trouble = troubleIn(exchange);
    if (trouble !== null) return { kind: "unreachable", reason: trouble };
    const group = groupOf(exchange, GROUP.job);
    const state = numberOf(group, "job-state");
    if (state === JOB_STATE.completed) return { kind: "printed", note: null };
    if (state === JOB_STATE.canceled) return { kind: "ended", reason: "The job was cancelled in the queue." };
    if (state === JOB_STATE.aborted)
      return { kind: "ended", reason: `The queue gave up the job${reasonsOf(group)}.` };
    const isBegun = state === JOB_STATE.processing || state === JOB_STATE.processingStopped;
    // CUPS calls it so while it has not got through to the printer yet.
    const isCalling = textsOf(attributeOf(group, "job-printer-state-reasons")).includes(CALLING);
    return {
      kind: isBegun && !isCalling ? "prints" : "waits",
      ...(await this.printerTrouble(state === JOB_STATE.pendingHeld)),
    };
  }

  async cancel(job: number): Promise<Cancellation> {
    const before = await this.lookAt(job);
    const about = [attribute("job-id", integer(job))];
    const exchange = await this.ask(OPERATION.cancelJob, about, this.times.ippAnswer);
    if (troubleIn(exchange) !== null) return "failed";
    return before.kind === "waits" ? "waited" : "begun";
  }

  close(): void {
    this.closing.abort();
  }

  /** What holds up a job that the queue has. */
  private async printerTrouble(isHeld: boolean) {
    const state = await this.look();
    const status = state.kind === "unreachable" ? null : state.status;
    if (isHeld) return { status, trouble: "The job is held in the queue." };
    return { status, trouble: state.kind === "ready" ? null : state.reason };
  }

  private ask(
    operation: number,
    attributes: readonly IppAttribute[],
    milliseconds: number,
    document: Uint8Array | null = null,
  ): Promise<IppExchange> {
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(milliseconds)]);
    return askIpp(this.address(), operation, attributes, { document, signal });
  }
}

/** What went wrong, in a sentence; `null` for nothing. */
function troubleIn(exchange: IppExchange): string | null {
  if (exchange.kind === "unreachable") return `The print server cannot be reached: ${exchange.cause}.`;
  if (exchange.kind === "broken") return `The print server gave no answer of IPP: ${exchange.cause}.`;
  if (exchange.status <= LAST_SUCCESS) return null;
  if (exchange.status === STATUS.notFound) return "The print server has no such queue.";
  const [message = ""] = textsOf(attributeOf(groupOf(exchange, GROUP.operation), "status-message"));
  const code = `IPP status ${exchange.status.toString(16).padStart(4, "0")}h`;
  return `The print server refuses: ${message === "" ? code : `${message.replace(/\.$/, "")} (${code})`}.`;
}

function groupOf(exchange: IppExchange, tag: number): IppGroup | undefined {
  return exchange.kind === "answered" ? exchange.groups.find((group) => group.tag === tag) : undefined;
}

function numberOf(group: IppGroup | undefined, attributeName: string): number | null {
  const value = attributeOf(group, attributeName)?.values[0];
  return value?.kind === "number" ? value.value : null;
}

function isFalse(group: IppGroup | undefined, attributeName: string): boolean {
  const value = attributeOf(group, attributeName)?.values[0];
  return value?.kind === "boolean" && !value.value;
}

function reasonsOf(group: IppGroup | undefined): string {
  const reasons = textsOf(attributeOf(group, "job-state-reasons")).filter((reason) => reason !== "none");
  return reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
}
