import type { IndexConnection } from "./index-connection.ts";

/** Something was written between the beginning of a search and its first read: it is to be begun anew. */
export class SnapshotMoved extends Error {
  constructor() {
    super("something was written before the first read");
  }
}

/**
 * What a search reads, all of one moment. Most searches find all that they need in memory, and have only to know that nothing
 * was written since: a look at the version tells that, and the transaction begins with the first read.
 */
export class Snapshot {
  /** The database's version at that moment, by this connection. */
  readonly version: number;

  /**
   * @param connection not to be read from but by {@link reader}
   * @param hasBegun whether the transaction begins now, so that nothing can be written before it
   */
  constructor(
    readonly connection: IndexConnection,
    private hasBegun: boolean,
  ) {
    if (hasBegun) connection.begin();
    this.version = connection.version();
  }

  /** Whether anything was read, or may be. */
  get isRead(): boolean {
    return this.hasBegun;
  }

  /** The connection, to be read from. @throws SnapshotMoved, at the first read alone */
  get reader(): IndexConnection {
    if (!this.hasBegun) {
      this.connection.begin();
      this.hasBegun = true;
      if (this.connection.version() !== this.version) throw new SnapshotMoved();
    }
    return this.connection;
  }

  end(): void {
    if (this.hasBegun) this.connection.end();
  }
}
