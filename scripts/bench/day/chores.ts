/** What a night brings, by the command line. */
const CHORES: Readonly<Record<string, readonly string[]>> = {
  backup: ["backup"],
  "the restore drill": ["backup", "verify"],
  retention: ["retention", "run"],
};

export interface ChoresOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  readonly dataFolder: string;
  /** The service's own, so that commands know where its backups go. */
  readonly environment: Readonly<Record<string, string>>;
  /** From the beginning of a round to that of the next, seconds. */
  readonly pauseSeconds: number;
  readonly onProgress: (line: string) => void;
}

/** Has the service do its chores, round after round until it is stopped. */
export class Chores {
  private readonly runs = new Map<string, number>();
  private readonly stopped = Promise.withResolvers<void>();
  private isStopped = false;
  private readonly done: Promise<void>;

  constructor(private readonly options: ChoresOptions) {
    this.done = this.run();
  }

  /** How often each was done. */
  counts(): readonly (readonly [name: string, count: number])[] {
    return [...this.runs];
  }

  /** Waits for the round under way. @throws Error when a chore failed */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopped.resolve();
    await this.done;
  }

  private async run(): Promise<void> {
    const { command, dataFolder, environment, pauseSeconds, onProgress } = this.options;
    while (!this.isStopped) {
      const pause = Bun.sleep(pauseSeconds * 1000);
      const took: string[] = [];
      for (const [name, words] of Object.entries(CHORES)) {
        const began = performance.now();
        const child = Bun.spawn([...command, ...words, "--data", dataFolder], {
          env: environment,
          stdio: ["ignore", "ignore", "pipe"],
        });
        const log = await new Response(child.stderr).text();
        if ((await child.exited) !== 0) throw new Error(`${name} failed: ${log}`);
        this.runs.set(name, (this.runs.get(name) ?? 0) + 1);
        took.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`);
      }
      onProgress(took.join(", "));
      await Promise.race([pause, this.stopped.promise]);
    }
  }
}
