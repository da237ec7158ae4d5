import { sql } from "drizzle-orm";
import { EventFeed } from "../../events/event-feed.ts";
import type { Happenings } from "../ports/happenings.ts";
import type { PostgresDatabase } from "./connection.ts";
import { PostgresEventReader } from "./event-reader.ts";
import { PostgresNextPrint } from "./next-print.ts";

/** How often it is looked whether another instance has stored something, while somebody listens; milliseconds. */
const LOOK_MILLISECONDS = 250;

/** What happened in the workspaces of an archive, by whichever instance. */
export class PostgresHappenings implements Happenings {
  readonly feed: PolledFeed;
  readonly reader: PostgresEventReader;
  readonly next: PostgresNextPrint;

  constructor(database: PostgresDatabase) {
    this.feed = new PolledFeed(() => readTotal(database));
    this.reader = new PostgresEventReader(database);
    this.next = new PostgresNextPrint(database, this.feed);
  }

  close(): void {
    this.feed.close();
  }
}

/**
 * Calls listeners after something was stored: at once where this instance has been told (`notify`), else after a look. It looks
 * only while somebody listens.
 */
export class PolledFeed extends EventFeed {
  private listening = 0;
  private lookTimer: Timer | null = null;
  private seen: string | null = null;

  /** @param look what is another text whenever something was stored */
  constructor(
    private readonly look: () => Promise<string>,
    private readonly lookMilliseconds = LOOK_MILLISECONDS,
  ) {
    super();
  }

  override listen(listener: () => void): () => void {
    const end = super.listen(listener);
    this.listening++;
    if (this.listening === 1) this.lookLater(0);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.listening--;
      end();
    };
  }

  override close(): void {
    if (this.lookTimer !== null) clearTimeout(this.lookTimer);
    super.close();
  }

  private lookLater(milliseconds: number): void {
    if (this.lookTimer !== null || this.isClosed) return;
    this.lookTimer = setTimeout(() => {
      void this.lookOnce().finally(() => {
        this.lookTimer = null;
        if (this.listening > 0) this.lookLater(this.lookMilliseconds);
        // Whoever comes next looks by himself; what is stored until then is no news.
        else this.seen = null;
      });
    }, milliseconds);
  }

  private async lookOnce(): Promise<void> {
    try {
      const now = await this.look();
      // Of what came between the beginning of listening and the first look nobody knows.
      if (now !== this.seen) this.notify();
      this.seen = now;
    } catch {
      // A database that does not answer: those who listen hear of it when they read. The next look tells all.
      this.seen = null;
    }
  }
}

/** A text that is another whenever a print or an event was stored. */
async function readTotal(database: PostgresDatabase): Promise<string> {
  const row = await database.first<{ readonly prints: string; readonly events: string }>(
    sql`SELECT sum(next_ordinal)::text AS prints, sum(last_event)::text AS events FROM workspace`,
  );
  return `${row?.prints} ${row?.events}`;
}
