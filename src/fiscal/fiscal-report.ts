import { Turns } from "../platform/background-thread.ts";
import type { CodePlace, CodeRow, Device, FiscalStore } from "../storage/fiscal-store.ts";
import { FISCAL_LIMITS } from "./limits.ts";
import { readFiscalCode } from "./read-codes.ts";
import { DeviceCheck, type DeviceReport, FAILURES, type Finding } from "./report.ts";
import { judgeSignature } from "./signature.ts";

/** What a report is about. */
export interface ReportWish {
  /** Prints that were stored from then on, and up to then, epoch milliseconds; `null` for no bound. */
  readonly from: number | null;
  readonly to: number | null;
  /** The name of a till; `null` for all. */
  readonly till: string | null;
}

export interface FiscalReport {
  readonly devices: readonly DeviceReport[];
  /** Devices that are left out. */
  readonly devicesLeft: number;
  readonly findings: readonly Finding[];
  /** Findings that are left out. */
  readonly findingsLeft: number;
  /** Whether nothing is wrong: no fault, no signature that does not fit, nothing that contradicts another receipt. */
  readonly isSound: boolean;
}

/**
 * Reports on all codes of a workspace: device after device, some codes at a time, so that requests are answered in between. It
 * holds no more than the report. @param signal ends it: whoever asked has gone, which is thrown
 */
export async function reportOf(
  store: FiscalStore,
  workspaceId: number,
  wish: ReportWish,
  signal: AbortSignal,
): Promise<FiscalReport> {
  const devices: DeviceReport[] = [];
  const findings: Finding[] = [];
  let [devicesLeft, findingsLeft, isSound] = [0, 0, true];
  const onFinding = (finding: Finding) => {
    isSound &&= !FAILURES.includes(finding.what);
    if (findings.length < FISCAL_LIMITS.findings) findings.push(finding);
    else findingsLeft++;
  };
  const turns = new Turns();
  let device = store.deviceAfter(workspaceId, { system: "", device: "" });
  for (; device !== null; device = store.deviceAfter(workspaceId, device)) {
    const report = await checkDevice(store, workspaceId, device, { wish, signal, turns, onFinding });
    if (report.codes + report.copies === 0) continue;
    if (devices.length < FISCAL_LIMITS.devices) devices.push(report);
    else devicesLeft++;
  }
  return { devices, devicesLeft, findings, findingsLeft, isSound };
}

interface Walk {
  readonly wish: ReportWish;
  readonly signal: AbortSignal;
  readonly turns: Turns;
  onFinding(finding: Finding): void;
}

async function checkDevice(
  store: FiscalStore,
  workspaceId: number,
  device: Device,
  { wish, signal, turns, onFinding }: Walk,
): Promise<DeviceReport> {
  const { device: name } = device;
  const check = new DeviceCheck(
    device,
    {
      isCopy: (own, printId) => store.isCopy(workspaceId, name, own, printId),
      isLinked: (previous) => store.isLinked(workspaceId, name, previous),
      otherAfter: (previous, own) => store.otherAfter(workspaceId, name, previous, own),
    },
    onFinding,
  );
  let place: CodePlace | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows = store.codesAfter(workspaceId, device, place);
    place = rows.at(-1) ?? null;
    if (place === null) return check.report();
    for (const row of rows) {
      const isAsked = isWished(row, wish);
      check.take(isAsked ? judgedNow(store, workspaceId, row) : row, isAsked);
      if (turns.isOver) await turns.pause();
    }
  }
}

function isWished({ createdAt, code }: CodeRow, { from, to, till }: ReportWish): boolean {
  if ((from !== null && createdAt < from) || (to !== null && createdAt > to)) return false;
  return till === null || readFiscalCode(code)?.fields.till === till;
}

/** A code of a certificate that has become known since it was read is checked now. */
export function judgedNow<Row extends CodeRow>(store: FiscalStore, workspaceId: number, row: Row): Row {
  if (row.verdict !== "no-certificate") return row;
  const code = readFiscalCode(row.code);
  if (code === null) return row;
  return {
    ...row,
    verdict: judgeSignature(code, (serial) => store.certificates.findKey(workspaceId, serial)),
  };
}
