import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { LuceneInstallation } from "./installation.ts";

const SOURCE_FOLDER = join(import.meta.dir, "java");

/** Text of rows that is sent at once, characters. */
const SENT_CHARACTERS = 1 << 20;

const MILLISECONDS_PER_NANOSECOND = 1e-6;

/** What a JVM would be given that has nothing else to do: the collector of the highest throughput. */
const JVM_OPTIONS = ["-XX:+UseParallelGC", "-Xshare:auto"];

/** An answer of Lucene's, and the time it took inside Java. */
export interface TimedAnswer {
  readonly total: number;
  readonly ids: readonly number[];
  readonly milliseconds: number;
}

/** The sources of the Java program: an index that others have made may not be as these expect it. */
export function sourceHash(): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const path of sources()) hasher.update(readFileSync(path));
  return hasher.digest("hex");
}

/** Our Java program with Lucene in it. Its lines are described in LuceneRival.java. */
export class LuceneProcess {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private received = "";

  private constructor(private readonly child: Bun.Subprocess<"pipe", "pipe", "inherit">) {
    this.reader = child.stdout.getReader();
  }

  /** Compiles the program and starts it. @param folder for its classes @throws Error when it cannot be compiled */
  static start({ java, javac, jars }: LuceneInstallation, folder: string): LuceneProcess {
    mkdirSync(folder, { recursive: true });
    // Whatever the locale: javac before 18 reads the sources in its encoding.
    const options = ["-encoding", "UTF-8", "-d", folder, "-cp", jars.join(delimiter)];
    const compiled = Bun.spawnSync([javac, ...options, ...sources()]);
    if (compiled.exitCode !== 0) throw new Error(`javac failed:\n${compiled.stderr.toString()}`);
    // The sources' folder has the name of the codec, by which Lucene finds it.
    const classPath = [folder, SOURCE_FOLDER, ...jars].join(delimiter);
    const child = Bun.spawn([java, ...JVM_OPTIONS, "-cp", classPath, "LuceneRival"], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    return new LuceneProcess(child);
  }

  /** Makes an index of rows. @throws Error when it fails */
  async load(command: string, rows: Iterable<string>): Promise<void> {
    let text = `${command}\n`;
    for (const row of rows) {
      text += `${row}\n`;
      if (text.length < SENT_CHARACTERS) continue;
      await this.send(text);
      text = "";
    }
    await this.send(text);
    this.expect("loaded", await this.ask("end"));
  }

  /** Opens an index. @returns its bytes @throws Error when it fails */
  async open(command: string): Promise<number> {
    return Number(this.expect("opened", await this.ask(command))[0]);
  }

  /** Answers a question. @throws Error when it fails */
  async find(command: string): Promise<TimedAnswer> {
    const [taken, total = NaN, ...ids] = this.expect("found", await this.ask(command)).map(Number);
    return { total, ids, milliseconds: (taken ?? NaN) * MILLISECONDS_PER_NANOSECOND };
  }

  /** Ends it, and waits for that. */
  async stop(): Promise<void> {
    await this.child.stdin.end();
    await this.child.exited;
  }

  kill(): Promise<number> {
    this.child.kill("SIGKILL");
    return this.child.exited;
  }

  private expect(wanted: string, answer: string): string[] {
    const [kind, ...rest] = answer.split("\t");
    if (kind !== wanted) throw new Error(`Lucene ${answer.replaceAll("\t", ": ")}`);
    return rest;
  }

  private async send(text: string): Promise<void> {
    this.child.stdin.write(text);
    await this.child.stdin.flush();
  }

  private async ask(line: string): Promise<string> {
    await this.send(`${line}\n`);
    let end = this.received.indexOf("\n");
    while (end === -1) {
      const { value, done } = await this.reader.read();
      if (done) throw new Error("Lucene's process ended");
      this.received += this.decoder.decode(value, { stream: true });
      end = this.received.indexOf("\n");
    }
    const answer = this.received.slice(0, end);
    this.received = this.received.slice(end + 1);
    return answer;
  }
}

function sources(): string[] {
  const names = readdirSync(SOURCE_FOLDER).filter((name) => name.endsWith(".java"));
  return names.toSorted().map((name) => join(SOURCE_FOLDER, name));
}
