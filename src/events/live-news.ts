/** What those hear who listen at the moment: it is not kept, and webhooks are not told of it. */
export const NEWS_KINDS = ["printer.situation", "health.report"] as const;

/** Something that is so from now on. */
export interface News {
  readonly kind: (typeof NEWS_KINDS)[number];
  /** Whose it is; `null` for everybody's. */
  readonly workspaceId: number | null;
  /** What it is about: of several about the same only the last is worth telling. */
  readonly about: string;
  /** JSON. */
  readonly data: string;
}

/** Tells at once how something is now. Whoever comes later asks the API. */
export class LiveNews {
  private readonly listeners = new Map<(news: News) => void, number>();

  /** Calls a listener with a workspace's news, and everybody's; returns what ends that. */
  listen(workspaceId: number, listener: (news: News) => void): () => void {
    this.listeners.set(listener, workspaceId);
    return () => this.listeners.delete(listener);
  }

  /** Whether anybody listens: otherwise nothing needs to be found out. */
  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  tell(news: News): void {
    for (const [listener, workspaceId] of this.listeners)
      if (news.workspaceId === null || news.workspaceId === workspaceId) listener(news);
  }
}

/** What one listener has not taken yet: of each thing the last, so that a slow one costs no memory. */
export class UntakenNews {
  private readonly untaken = new Map<string, News>();
  readonly close: () => void;

  /** @param onNews called when there is something to take */
  constructor(news: LiveNews, workspaceId: number, onNews: () => void) {
    this.close = news.listen(workspaceId, (told) => {
      this.untaken.set(`${told.kind} ${told.about}`, told);
      onNews();
    });
  }

  /** All that was told since it was last called. */
  take(): News[] {
    const taken = [...this.untaken.values()];
    this.untaken.clear();
    return taken;
  }
}
