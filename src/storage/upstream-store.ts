import type { Database, SQLQueryBindings } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { ShipCursor } from "../contract/upstream-messages.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";
import type { ShipChanges } from "./ship-changes.ts";

/** A batch, or a rewind, that is about to go, or has gone and was not answered. */
export interface Offer {
  readonly nonce: string;
  /** Where the archive's cursor is once it has it. */
  readonly to: ShipCursor;
  /** The ordinals whose new prints are in it: from the first up to, and without, the end. */
  readonly prints: readonly [first: number, end: number];
  /** The last change that they are told with. */
  readonly through: number;
  /** Of a rewind: prints with smaller ordinals are looked through for changes that the archive may lack. */
  readonly reviewEnd: number;
}

/** The archive of a workspace, and how far its prints have been sent. Times are epoch milliseconds. */
export interface Upstream extends ShipCursor {
  readonly workspaceId: number;
  readonly url: string;
  readonly pin: string | null;
  /** PEM; `null` where authorities vouch. */
  readonly certificates: string | null;
  readonly instance: string;
  /** `null` until it has joined. */
  readonly apiKey: string | null;
  readonly nextKey: string | null;
  readonly remote: string | null;
  readonly bytesPerSecond: number | null;
  /** Of the last batch that the archive is known to have. */
  readonly nonce: string | null;
  /** The oldest first. */
  readonly unanswered: readonly Offer[];
  readonly reviewOrdinal: number;
  readonly reviewEnd: number;
  readonly joinedAt: number | null;
  readonly contactedAt: number | null;
}

/** Where an archive is, and how it is talked to. */
export type UpstreamPlace = Pick<Upstream, "url" | "pin" | "certificates" | "bytesPerSecond">;

/** A change of what is known of the archive of a workspace. */
export type OwnUpstreamChange =
  /** It is about to join. `instance` counts where there is none yet, and all else where it has no key: a join that fails takes none away. */
  | ({ readonly do: "begin"; readonly instance: string } & UpstreamPlace)
  | ({ readonly do: "joined"; readonly key: string; readonly remote: string } & UpstreamPlace)
  /** It may send so many bytes a second from now on; `null` for no limit. */
  | { readonly do: "limit"; readonly bytesPerSecond: number | null }
  | { readonly do: "leave" }
  /** A key that takes the place of the one in use, once it was used. */
  | { readonly do: "nextKey"; readonly key: string }
  | { readonly do: "keyUsed"; readonly key: string }
  | { readonly do: "offer"; readonly offer: Offer }
  /** The archive has applied what went with this nonce. */
  | { readonly do: "answered"; readonly nonce: string }
  /** Has the next prints looked through that may have changed unseen by the archive. */
  | { readonly do: "review" }
  /** Prints that the archive lacks the bytes of. */
  | { readonly do: "want"; readonly ordinals: readonly number[] }
  | { readonly do: "contact" }
  /** It is to be found out anew what the archive has. */
  | { readonly do: "doubt" };

/** The same of a workspace, as data: it goes to the writer's Worker. */
export type UpstreamChange = OwnUpstreamChange & { readonly workspaceId: number };

type UpstreamRow = Omit<Upstream, "unanswered"> & { readonly unanswered: string };

const COLUMNS =
  "workspace_id AS workspaceId, url, pin, certificates, instance, api_key AS apiKey, next_key AS nextKey, remote, " +
  "bytes_per_second AS bytesPerSecond, next_ordinal AS nextOrdinal, next_change AS nextChange, nonce, unanswered, " +
  "review_ordinal AS reviewOrdinal, review_end AS reviewEnd, joined_at AS joinedAt, contacted_at AS contactedAt";

const FIND = `SELECT ${COLUMNS} FROM upstream WHERE workspace_id = ?`;

/** How much is not sent yet. */
export interface Backlog {
  readonly prints: number;
  /** Counted up to `UPSTREAM_LIMITS.countedChanges`. */
  readonly changes: number;
  /** When the oldest new print of it was stored, epoch milliseconds; `null` without one. */
  readonly since: number | null;
}

/** Reads what is known of archives, on any connection. */
export class UpstreamReader {
  private readonly statements;

  constructor(database: Database) {
    const query = <Row>(text: string) => database.query<Row, SQLQueryBindings[]>(text);
    this.statements = {
      list: query<UpstreamRow>(`SELECT ${COLUMNS} FROM upstream ORDER BY workspace_id`),
      find: query<UpstreamRow>(FIND),
      end: query<{ end: number }>(
        "SELECT coalesce(max(ordinal) + 1, 0) AS end FROM print WHERE workspace_id = ?",
      ),
      changes: query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT 1 FROM ship_change WHERE workspace_id = ? LIMIT ${UPSTREAM_LIMITS.countedChanges})`,
      ),
      since: query<{ at: number }>(
        "SELECT created_at AS at FROM print WHERE workspace_id = ? AND ordinal = ?",
      ),
    };
  }

  /** All archives. */
  list(): Upstream[] {
    return this.statements.list.all().map(upstreamOf);
  }

  /** That of a workspace; `null` where there is none. */
  find(workspaceId: number): Upstream | null {
    const row = this.statements.find.get(workspaceId);
    return row && upstreamOf(row);
  }

  /** The ordinal that the next print will have. */
  endOf(workspaceId: number): number {
    return this.statements.end.get(workspaceId)?.end ?? 0;
  }

  backlog({ workspaceId, nextOrdinal }: Upstream): Backlog {
    return {
      prints: Math.max(0, this.endOf(workspaceId) - nextOrdinal),
      changes: this.statements.changes.get(workspaceId)?.count ?? 0,
      since: this.statements.since.get(workspaceId, nextOrdinal)?.at ?? null,
    };
  }
}

function upstreamOf({ unanswered, ...row }: UpstreamRow): Upstream {
  return { ...row, unanswered: JSON.parse(unanswered) as Offer[] };
}

/** Writes it, inside a transaction that the caller begins and commits. */
export class UpstreamStore {
  private readonly statements;

  constructor(
    database: Database,
    /** Of whoever writes prints with the same connection. */
    private readonly shipping: ShipChanges,
  ) {
    const query = (text: string) => database.query<unknown, SQLQueryBindings[]>(text);
    this.statements = {
      find: database.query<UpstreamRow, [number]>(FIND),
      begin: query(
        "INSERT INTO upstream (workspace_id, url, pin, certificates, bytes_per_second, instance) VALUES (?, ?, ?, ?, ?, ?) " +
          "ON CONFLICT (workspace_id) DO UPDATE SET url = excluded.url, pin = excluded.pin, " +
          "certificates = excluded.certificates, bytes_per_second = excluded.bytes_per_second",
      ),
      joined: query(
        "UPDATE upstream SET api_key = ?2, next_key = NULL, remote = ?3, joined_at = ?4, contacted_at = ?4, url = ?5, pin = ?6, " +
          "certificates = ?7, bytes_per_second = ?8 WHERE workspace_id = ?1",
      ),
      limit: query("UPDATE upstream SET bytes_per_second = ?2 WHERE workspace_id = ?1"),
      leave: query("DELETE FROM upstream WHERE workspace_id = ?"),
      forgetChanges: query("DELETE FROM ship_change WHERE workspace_id = ?"),
      nextKey: query("UPDATE upstream SET next_key = ?2 WHERE workspace_id = ?1"),
      keyUsed: query(
        "UPDATE upstream SET api_key = next_key, next_key = NULL WHERE workspace_id = ?1 AND next_key = ?2",
      ),
      offer: query("UPDATE upstream SET unanswered = ?2 WHERE workspace_id = ?1"),
      answered: query(
        "UPDATE upstream SET next_ordinal = ?2, next_change = ?3, nonce = ?4, unanswered = ?5, contacted_at = ?6 WHERE workspace_id = ?1",
      ),
      sentChanges: query("DELETE FROM ship_change WHERE workspace_id = ? AND sequence < ?"),
      sentWithPrints: query(
        "DELETE FROM ship_change WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? AND sequence <= ?",
      ),
      beginReview: query("UPDATE upstream SET review_ordinal = 0, review_end = ?2 WHERE workspace_id = ?1"),
      review: query(
        "INSERT OR IGNORE INTO ship_change (workspace_id, ordinal) SELECT print.workspace_id, ordinal FROM print " +
          "LEFT JOIN removal ON removal.id = removal_id WHERE print.workspace_id = ? AND ordinal >= ? AND ordinal < ? " +
          "AND (CASE WHEN removal_id IS NULL THEN updated_at <> print.created_at OR deleted_at IS NOT NULL OR recognised IS NOT NULL " +
          "ELSE removal.kind = 'erased' END) ORDER BY ordinal",
      ),
      reviewed: query("UPDATE upstream SET review_ordinal = ?2 WHERE workspace_id = ?1"),
      want: query("INSERT OR REPLACE INTO ship_change (workspace_id, ordinal, with_bytes) VALUES (?, ?, 1)"),
      doubt: query("UPDATE upstream SET nonce = '', unanswered = '[]' WHERE workspace_id = ?"),
      contact: query("UPDATE upstream SET contacted_at = ?2 WHERE workspace_id = ?1"),
    };
  }

  /**
   * Makes a change. What is about an archive that was left meanwhile changes nothing.
   * @throws TillrollError CONFLICT where a workspace is to join another archive than it has
   */
  apply(change: UpstreamChange, now: number): void {
    const { workspaceId } = change;
    const { statements } = this;
    const row = statements.find.get(workspaceId);
    const present = row && upstreamOf(row);
    if (change.do === "begin") {
      if (present !== null && present.apiKey !== null) {
        if (present.url !== change.url) throw joinedAlready(present);
        return;
      }
      const { url, pin, certificates, bytesPerSecond, instance } = change;
      statements.begin.run(workspaceId, url, pin, certificates, bytesPerSecond, instance);
      this.shipping.forget();
      return;
    }
    if (present === null) return;
    switch (change.do) {
      case "joined": {
        const { key, remote, url, pin, certificates, bytesPerSecond } = change;
        return void statements.joined.run(
          workspaceId,
          key,
          remote,
          now,
          url,
          pin,
          certificates,
          bytesPerSecond,
        );
      }
      case "limit":
        return void statements.limit.run(workspaceId, change.bytesPerSecond);
      case "leave":
        statements.leave.run(workspaceId);
        statements.forgetChanges.run(workspaceId);
        return this.shipping.forget();
      case "nextKey":
        return void statements.nextKey.run(workspaceId, change.key);
      case "keyUsed":
        return void statements.keyUsed.run(workspaceId, change.key);
      case "offer": {
        const unanswered = [...present.unanswered, change.offer].slice(-UPSTREAM_LIMITS.unanswered);
        return void statements.offer.run(workspaceId, JSON.stringify(unanswered));
      }
      case "answered":
        return this.noteAnswered(present, change.nonce, now);
      case "review": {
        const { reviewOrdinal: from, reviewEnd } = present;
        const to = Math.min(from + UPSTREAM_LIMITS.reviewPrints, reviewEnd);
        statements.review.run(workspaceId, from, to);
        return void statements.reviewed.run(workspaceId, to);
      }
      case "want":
        for (const ordinal of change.ordinals) statements.want.run(workspaceId, ordinal);
        return;
      case "contact":
        return void statements.contact.run(workspaceId, now);
      case "doubt":
        return void statements.doubt.run(workspaceId);
    }
  }

  /** What went before it and was not answered can have no effect any more: the archive's cursor is past where it began. */
  private noteAnswered({ workspaceId, unanswered }: Upstream, nonce: string, now: number): void {
    const { statements } = this;
    const index = unanswered.findIndex((offer) => offer.nonce === nonce);
    const offer = unanswered[index];
    if (offer === undefined) return;
    const { to, prints, through, reviewEnd } = offer;
    const rest = JSON.stringify(unanswered.slice(index + 1));
    statements.answered.run(workspaceId, to.nextOrdinal, to.nextChange, nonce, rest, now);
    statements.sentChanges.run(workspaceId, to.nextChange);
    statements.sentWithPrints.run(workspaceId, ...prints, through);
    if (reviewEnd > 0) statements.beginReview.run(workspaceId, reviewEnd);
  }
}

function joinedAlready({ url }: Upstream): TillrollError {
  return new TillrollError(
    "CONFLICT",
    `The workspace has joined the archive ${url} already; leave that first.`,
    { url },
  );
}
