import type { AuditActor, AuditNote } from "../audit/audit-entry.ts";
import type { GivenPrintFields } from "../contract/print-fields.ts";
import type { ErrorCode, ErrorData } from "../domain/errors.ts";
import type { ServicePorts } from "../domain/port-conflict.ts";
import type { RuleFilling } from "../domain/print-change.ts";
import type { PrintPatch } from "../domain/update-print.ts";
import type { AuditChange } from "./audit-store.ts";
import type { ClockChange } from "./clock-store.ts";
import type { CardChange, CardNote } from "./card-store.ts";
import type { ConditionChange } from "./condition-store.ts";
import type { DeliveryChange, SetAside } from "./delivery-store.ts";
import type { IndexStep } from "./index-writer.ts";
import type { NotificationChange } from "./notification-store.ts";
import type { PolledJobChange, PolledOrigin } from "./polled-job-store.ts";
import type { ExpireChange } from "./print-expiry.ts";
import type { PersonChange } from "./person-store.ts";
import type { PrinterChange } from "./printer-store.ts";
import type { JournalChange } from "./print-journal.ts";
import type { RemoveOperation } from "./print-remover.ts";
import type { FiscalChange, PrintCodes } from "./fiscal-writer.ts";
import type { EncodedForm } from "./raw-content.ts";
import type { RecognitionChange } from "./recognition-writer.ts";
import type { ReferenceChange } from "./reference-store.ts";
import type { RetentionChange } from "./retention-store.ts";
import type { RuleChange } from "./rule-store.ts";
import type { ScrubChange } from "./scrub-store.ts";
import type { SavedSearchChange } from "./saved-search-store.ts";
import type { SealChange } from "./seal-store.ts";
import type { NewSession, SessionUse } from "../domain/session.ts";
import type { TokenChange } from "./token-store.ts";
import type { PulledPrint } from "./pulled-print.ts";
import type { UpstreamChange } from "./upstream-store.ts";
import type { WebhookChange } from "./webhook-store.ts";
import type { WorkspaceChange } from "./workspace-store.ts";

/** Store a print. Everything in it has been checked. */
export interface CreateOperation extends GivenPrintFields {
  readonly kind: "create";
  readonly workspaceId: number;
  readonly userId: number;
  /** JSON text of the tags. */
  readonly tag: string;
  /** The width of its printer or workspace at this moment, for a print that comes without one. */
  readonly defaultWidth: number;
  readonly testPrint: boolean;
  readonly raw: Uint8Array<ArrayBuffer>;
  /** What `raw` was before it was encoded for the table; not there when the writer is to encode it. */
  readonly encoded?: EncodedForm;
  readonly idempotencyKey: string | null;
  readonly printQuota: number | null;
  /** The printer it came in by; `null` for none. */
  readonly printerId: number | null;
  /** Whether it is to be passed on to the real printer behind that printer. */
  readonly isDelivered: boolean;
  /** Whether it goes through to the real printer while it comes in; see `isPassing` of {@link DeliveryChange}. */
  readonly isPassing?: boolean;
  /** Where it came from, of a job that its printer has asked for. */
  readonly polled?: PolledOrigin;
  /** Printers that print a copy. */
  readonly copies?: readonly number[];
  /** Where it is not to be printed by itself. */
  readonly setAside?: SetAside | null;
  /** The job's key where parts of it were spooled; they go now. */
  readonly spoolKey: string | null;
}

/** What a print is to be given; as a fill, only what it has none of when the operation runs (see `missingOnly`). */
export interface PrintUpdate {
  readonly workspaceId: number;
  readonly printId: number;
  readonly patch: PrintPatch;
  /** The rules that found it, of what rules found. */
  readonly filling?: RuleFilling;
}

/** How far rules have been applied. */
export type RuleProgress = Extract<RuleChange, { readonly do: "progress" | "reapplied" }>;

/** What work in the background found out, all or nothing of it. The result's id is what the step gives, else 0. */
export interface BackgroundOperation {
  readonly kind: "background";
  /** A step of writing the search index. */
  readonly step: IndexStep | null;
  /** What rules found for prints. */
  readonly fills: readonly PrintUpdate[];
  readonly progress: readonly RuleProgress[];
  /** Prints with pictures that are to be read. */
  readonly pictures?: readonly number[];
  /** Full card numbers that were found. */
  readonly cards?: readonly CardNote[];
  /** How far the prints that were there have been looked through for them. */
  readonly cardScan?: Extract<CardChange, { readonly do: "scanned" }>;
  /** The fiscal codes that were found in prints. */
  readonly codes?: readonly PrintCodes[];
}

/** What a look through prints for card numbers found. */
export type CardWrites = Required<Pick<BackgroundOperation, "cards" | "cardScan">>;

/** One thing the writer does. It goes to the writer's Worker, so it holds nothing but data. */
export type WriteOperation = Work & {
  /** Entered in the audit log in the same commit, when the operation succeeds. */
  readonly audit?: AuditNote;
  /** Who does it, for the history of the print; not there where the audit entry says so. */
  readonly by?: AuditActor;
};

type Work =
  | CreateOperation
  | ({ readonly kind: "update" } & PrintUpdate)
  /** Mark a print deleted, or take the mark away again. */
  | { readonly kind: "delete" | "restore"; readonly workspaceId: number; readonly printId: number }
  /** The result's JSON is a `RemovedPiece`. */
  | RemoveOperation
  /** Have the index forget purged prints of a workspace now, though they are few. */
  | { readonly kind: "forgetPurged"; readonly workspaceId: number }
  /** Give some free pages of the file back; the result's id is how many more there are. */
  | { readonly kind: "giveBack" }
  /** Make a part of a job durable before the job has ended; `print` is JSON of what to store the print with. */
  | {
      readonly kind: "spool";
      readonly key: string;
      readonly print: string;
      readonly part: Uint8Array<ArrayBuffer>;
    }
  /** Forget a job of which parts were spooled: its host has given it up. */
  | { readonly kind: "unspool"; readonly key: string }
  /** Note when tokens were last used, epoch milliseconds by token id. */
  | { readonly kind: "tokenUse"; readonly usedAt: ReadonlyMap<string, number> }
  | { readonly kind: "token"; readonly change: TokenChange }
  /** The result's id is the workspace's. */
  | { readonly kind: "workspace"; readonly change: WorkspaceChange }
  | ({ readonly kind: "openSession" } & NewSession)
  | { readonly kind: "closeSession"; readonly id: string }
  /** The result's id is the person's. */
  | { readonly kind: "person"; readonly change: PersonChange }
  /** Note when sessions were last used, by their ids. */
  | { readonly kind: "sessionUse"; readonly uses: ReadonlyMap<string, SessionUse> }
  | BackgroundOperation
  | { readonly kind: "recognition"; readonly change: RecognitionChange }
  /** `ports`: where the service listens itself; none of them can be a printer's. The result's id is the record's. */
  | { readonly kind: "printer"; readonly change: PrinterChange; readonly ports?: ServicePorts }
  | { readonly kind: "delivery"; readonly change: DeliveryChange }
  /** What was told of printers and of the parts of the service. */
  | { readonly kind: "condition"; readonly change: ConditionChange }
  /** Who is told away from the page, and what they are to be told. */
  | { readonly kind: "notification"; readonly change: NotificationChange }
  /** What checking the stored data has found out. */
  | { readonly kind: "scrub"; readonly change: ScrubChange }
  | { readonly kind: "rule"; readonly change: RuleChange }
  | { readonly kind: "fiscal"; readonly change: FiscalChange }
  | { readonly kind: "savedSearch"; readonly change: SavedSearchChange }
  | { readonly kind: "card"; readonly change: CardChange }
  /** How long prints stay; what an expiry gives is how many prints were marked deleted. */
  | { readonly kind: "retention"; readonly change: RetentionChange | ExpireChange }
  | { readonly kind: "reference"; readonly change: ReferenceChange }
  | { readonly kind: "webhook"; readonly change: WebhookChange }
  /** Stores prints again that came back from an archive; the result's id is how many of them. */
  | {
      readonly kind: "takeBack";
      readonly workspaceId: number;
      readonly prints: readonly PulledPrint[];
      readonly userId: number;
    }
  /** Which archive the prints of a workspace go to, and how far they were sent. */
  | { readonly kind: "upstream"; readonly change: UpstreamChange }
  | { readonly kind: "polledJob"; readonly change: PolledJobChange }
  /** Its id is the seal's number; 0 where there was nothing new to seal. */
  | { readonly kind: "seal"; readonly change: SealChange }
  | { readonly kind: "clock"; readonly change: ClockChange }
  | { readonly kind: "journal"; readonly change: JournalChange }
  /** An act that no other operation stands for, or old entries that are to go; the result's id is how many went. */
  | { readonly kind: "audit"; readonly change: AuditChange };

/** An operation of a kind. */
export type OperationOf<Kind extends WriteOperation["kind"]> = Extract<
  WriteOperation,
  { readonly kind: Kind }
>;

/** What operations of a kind change. */
export type ChangeOf<Kind extends WriteOperation["kind"]> = Extract<
  OperationOf<Kind>,
  { readonly change: unknown }
>["change"];

/** The print that an operation left, as the JSON of the answer; empty where the operation is about no print. */
export interface WriteSuccess {
  readonly ok: true;
  readonly id: number;
  readonly json: string;
  /** An Idempotency-Key was used again: nothing was stored. */
  readonly replayed: boolean;
}

export interface WriteFailure {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly data: ErrorData;
}

export type WriteResult = WriteSuccess | WriteFailure;

/** What became of a batch, in the order of its operations. Sent only after the commit. */
export interface BatchOutcome {
  readonly results: readonly WriteResult[];
  /** How far the machine's clock was behind the last print's time, milliseconds; 0 when it was not. */
  readonly clockHeldBackMilliseconds: number;
  /** How long the transaction took, milliseconds. */
  readonly commitMilliseconds: number;
  /** What was unexpected, for the log. */
  readonly faults: readonly string[];
}
