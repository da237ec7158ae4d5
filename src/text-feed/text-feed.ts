import type { EventPosition } from "../domain/event.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Events } from "../events/events.ts";
import type { Log } from "../operations/log.ts";
import type { Preview } from "../preview/preview.ts";
import { Listeners, type PortState } from "../printers/listeners.ts";
import type { PrintReader } from "../storage/print-reader.ts";
import { feedEncoder, type FeedCharset } from "./feed-charset.ts";
import { FeedReaders } from "./feed-readers.ts";
import { feedText } from "./receipt-lines.ts";
import { TEXT_FEED_LIMITS } from "./text-feed-limits.ts";

/** How the feed is opened. */
export interface TextFeedOptions {
  readonly port: number;
  /** Addresses that may read it beside this machine. */
  readonly allow: readonly string[];
  readonly charset: FeedCharset;
}

interface TextFeedContext {
  readonly options: TextFeedOptions;
  readonly host: string;
  readonly workspaces: { list(): readonly Workspace[] };
  readonly events: Events;
  readonly reader: PrintReader;
  readonly preview: Pick<Preview, "show">;
  /** One that anybody on the network may be let near. */
  readonly log: Log;
}

const PORT_NAME = "the text feed";

/**
 * Tells the text of every print as it is stored, as lines over TCP: for camera recorders and customer displays. It is read
 * beside everything else, and while nobody reads it, it costs nothing.
 */
export class TextFeed {
  private readonly encode: (text: string) => Uint8Array;
  private readonly listeners: Listeners;
  private readers: FeedReaders | null = null;
  /** Up to where each workspace's prints have been told, while anybody reads. */
  private positions: Map<number, EventPosition> | null = null;
  private stopListening: () => void = () => {};
  private isTelling = false;
  private isNews = false;

  constructor(private readonly context: TextFeedContext) {
    this.encode = feedEncoder(context.options.charset);
    this.listeners = new Listeners(context.log, () => {});
  }

  /** How its port is. */
  get port(): PortState | null {
    return this.listeners.state(PORT_NAME);
  }

  /** Opens its port; one that cannot be opened is logged, and tried again from time to time. */
  open(): Promise<void> {
    const { host, options, log } = this.context;
    const { port, allow } = options;
    const open = () => {
      const readers = new FeedReaders({ host, port, allow, log, onChange: () => this.readersChanged() });
      this.readers = readers;
      return Promise.resolve(readers);
    };
    return this.listeners.want([{ name: PORT_NAME, host, port, open, holder: () => null }]);
  }

  async close(): Promise<void> {
    this.stopListening();
    this.positions = null;
    await this.listeners.close();
  }

  private readersChanged(): void {
    this.stopListening();
    const { workspaces, events } = this.context;
    this.positions = null;
    if (this.readers?.isEmpty !== false) return;
    this.positions = new Map(workspaces.list().map(({ id }) => [id, events.reader.endOf(id)]));
    this.stopListening = events.feed.listen(() => void this.tellNews());
  }

  private async tellNews(): Promise<void> {
    this.isNews = true;
    if (this.isTelling) return;
    this.isTelling = true;
    try {
      while (this.isNews) {
        this.isNews = false;
        for (const workspace of this.context.workspaces.list()) await this.tellWorkspace(workspace);
      }
    } catch (error) {
      // Such as a database that cannot be read now; the next print tries again.
      this.context.log.write("error", "the text feed stopped for now", { error: String(error) });
    } finally {
      this.isTelling = false;
    }
  }

  private async tellWorkspace(workspace: Workspace): Promise<void> {
    const { reader } = this.context.events;
    const end = reader.endOf(workspace.id);
    for (;;) {
      const { positions } = this;
      if (positions === null) return;
      // A workspace that was made while somebody reads is told from its first print.
      let position = positions.get(workspace.id) ?? { nextOrdinal: 0, lastEvent: 0 };
      if (end.nextOrdinal - position.nextOrdinal > TEXT_FEED_LIMITS.behindPrints) position = end;
      const events = reader.after(workspace.id, position, TEXT_FEED_LIMITS.prints);
      positions.set(workspace.id, events.at(-1)?.position ?? position);
      if (events.length === 0) return;
      for (const { kind, data } of events) {
        if (kind === "print.created") await this.tell((JSON.parse(data) as { id: number }).id, workspace);
      }
    }
  }

  private async tell(printId: number, workspace: Workspace): Promise<void> {
    const { reader, preview, log } = this.context;
    try {
      const print = reader.read(workspace.id, printId);
      const stored = reader.readStored(print);
      const printer = reader.printerOf(print, workspace);
      const shown = {
        printer,
        format: "text",
        title: "",
        createdAt: print.createdAt,
        origins: false,
        masksCards: workspace.maskCardNumbers,
      } as const;
      const key = `text feed ${printId}`;
      const text = await preview.show(key, { printId, stored, recognised: null, ...shown });
      this.readers?.tell(this.encode(feedText(print, String(text))));
    } catch (error) {
      log.write("warning", "a print is not told by the text feed", { print: printId, error: String(error) });
    }
  }
}
