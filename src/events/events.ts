import type { Database } from "bun:sqlite";
import { EventFeed } from "./event-feed.ts";
import { EventReader } from "./event-reader.ts";
import { NextPrint } from "./next-print.ts";

/** Hearing of what was stored, for whoever listens. */
export class Events {
  readonly feed = new EventFeed();
  readonly reader: EventReader;
  readonly next: NextPrint;

  /** @param database a reading connection */
  constructor(database: Database) {
    this.reader = new EventReader(database);
    this.next = new NextPrint(database, this.feed);
  }

  close(): void {
    this.feed.close();
  }
}
