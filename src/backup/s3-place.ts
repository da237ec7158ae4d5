import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import type { BackupPlace, BringOptions, PlacedFile } from "./backup-place.ts";
import { inOrder } from "./file-pages.ts";

/** How a bucket is reached. The secret is in no log and no answer. */
export interface S3Access {
  /** The address of the service, such as `https://s3.eu-central-1.amazonaws.com`; `null` for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly keyId: string | null;
  readonly secret: string | null;
}

/** A bucket that speaks S3, or a part of it. A file is there when all of it has come. */
export class S3Place implements BackupPlace {
  readonly address: string;
  readonly folder = null;
  private readonly client: Bun.S3Client;

  constructor(
    bucket: string,
    private readonly prefix: string,
    { endpoint, region, keyId, secret }: S3Access,
  ) {
    this.address = `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
    this.client = new Bun.S3Client({
      bucket,
      ...(endpoint === null ? {} : { endpoint }),
      ...(region === null ? {} : { region }),
      ...(keyId === null ? {} : { accessKeyId: keyId }),
      ...(secret === null ? {} : { secretAccessKey: secret }),
    });
  }

  async list(folder: string, beginning = ""): Promise<PlacedFile[]> {
    return inOrder(this.pages(folder, beginning));
  }

  async *pages(folder: string, beginning = ""): AsyncIterable<readonly PlacedFile[]> {
    const prefix = this.keyOf(folder === "" ? beginning : `${folder}/${beginning}`);
    const asked = { prefix, maxKeys: BACKUP_LIMITS.pageFiles };
    for (let startAfter: string | undefined, isMore = true; isMore;) {
      const page = await this.ask(
        this.client.list({ ...asked, ...(startAfter === undefined ? {} : { startAfter }) }),
      );
      const contents = page.contents ?? [];
      startAfter = contents.at(-1)?.key;
      isMore = page.isTruncated === true && startAfter !== undefined;
      yield contents.map(({ key, size = 0 }) => ({ path: this.pathOf(key), bytes: size }));
    }
  }

  async has(path: string): Promise<boolean> {
    return this.ask(this.client.exists(this.keyOf(path)));
  }

  async read(path: string, bytes?: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.client.file(this.keyOf(path));
    return this.ask(bytes === undefined ? file.bytes() : file.slice(0, bytes).bytes());
  }

  async *stream(path: string): AsyncIterable<Uint8Array> {
    const file = this.client.file(this.keyOf(path));
    const { size } = await this.ask(file.stat());
    const { partBytes } = BACKUP_LIMITS;
    for (let offset = 0; offset < size; offset += partBytes)
      yield await this.ask(file.slice(offset, Math.min(size, offset + partBytes)).bytes());
  }

  async write(path: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.ask(this.client.write(this.keyOf(path), content));
  }

  draftOf(path: string, scratch: string): string {
    return join(scratch, basename(path));
  }

  async bring(path: string, draft: string, { signal, onBytes }: BringOptions = {}): Promise<void> {
    const { partBytes } = BACKUP_LIMITS;
    const source = Bun.file(draft);
    const { size } = source;
    const sink = this.client.file(this.keyOf(path)).writer({ partSize: partBytes, queueSize: 2 });
    try {
      for (let offset = 0; offset < size; offset += partBytes) {
        signal?.throwIfAborted();
        sink.write(await source.slice(offset, Math.min(size, offset + partBytes)).bytes());
        await this.ask(Promise.resolve(sink.flush()));
        onBytes?.(Math.min(size, offset + partBytes));
      }
      await this.ask(Promise.resolve(sink.end()));
    } catch (error) {
      await Promise.resolve(sink.end(error instanceof Error ? error : new Error(String(error)))).catch(
        () => {},
      );
      throw error;
    }
    const placed = await this.ask(this.client.stat(this.keyOf(path)));
    if (placed.size !== size)
      throw this.fault(`${path} has ${placed.size} bytes there, and should have ${size}`);
    await rm(draft, { force: true });
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.ask(this.client.delete(this.keyOf(path)));
  }

  async tidy(): Promise<void> {
    // What was not finished is in no listing; buckets remove such uploads by a rule of their own.
  }

  private keyOf(path: string): string {
    return this.prefix === "" ? path : `${this.prefix}/${path}`;
  }

  private pathOf(key: string): string {
    return this.prefix === "" ? key : key.slice(this.prefix.length + 1);
  }

  /** Waits for the other end, not for ever. @throws Error in words of ours, without what a request had in it */
  private async ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => silence.reject(new Error(`it says nothing for ${BACKUP_LIMITS.silenceMilliseconds / 1000} s`)),
      BACKUP_LIMITS.silenceMilliseconds,
    );
    try {
      return await Promise.race([answer, silence.promise]);
    } catch (error) {
      throw this.fault(error instanceof Error ? [codeOf(error), error.message].join(" ").trim() : "");
    } finally {
      clearTimeout(timer);
    }
  }

  private fault(reason: string): TillrollError {
    return new TillrollError("STORAGE_UNAVAILABLE", `${this.address} cannot be used: ${reason}.`);
  }
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
