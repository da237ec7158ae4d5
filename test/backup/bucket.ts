import { createHmac } from "node:crypto";

/** How a bucket behaves. */
export interface BucketMood {
  /** What the parts of uploads that come next are answered: a status. */
  readonly partFaults: number[];
  /** Refuses everything. */
  isDown: boolean;
}

const KEY_ID = "AKIDTEST";
const SECRET = "never/in+a/log=";

/** A server that speaks as much of S3 as backups need, and checks who asks: signatures (version 4), parts, pages of lists. */
export class Bucket implements Disposable {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly mood: BucketMood = { partFaults: [], isDown: false };
  /** Requests whose signature was wrong. */
  refused = 0;
  /** Uploads in parts that were begun, and ended. */
  readonly uploads = { begun: 0, ended: 0 };
  private readonly parts = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>();
  private readonly server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => this.answer(request),
  });

  readonly access = {
    endpoint: `http://127.0.0.1:${this.server.port}`,
    region: "eu-test-1",
    keyId: KEY_ID,
    secret: SECRET,
  };

  [Symbol.dispose](): void {
    void this.server.stop(true);
  }

  private async answer(request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer());
    if (this.mood.isDown) return failure(503, "SlowDown");
    const fault = request.url.includes("partNumber=") ? this.mood.partFaults.shift() : undefined;
    if (fault !== undefined) return failure(fault, "InternalError");
    if (!isSigned(request)) {
      this.refused++;
      return failure(403, "SignatureDoesNotMatch");
    }
    const url = new URL(request.url);
    const [, bucket = "", ...rest] = url.pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    if (bucket !== "shop") return failure(404, "NoSuchBucket");
    return key === "" ? this.list(url.searchParams) : this.object(request, key, url.searchParams, body);
  }

  private object(
    { method, headers }: Request,
    key: string,
    query: URLSearchParams,
    body: Uint8Array<ArrayBuffer>,
  ): Response {
    const uploadId = query.get("uploadId");
    if (method === "POST" && query.has("uploads")) return this.begin(key);
    if (uploadId !== null) return this.part(method, key, uploadId, Number(query.get("partNumber")), body);
    if (method === "PUT") {
      this.files.set(key, body);
      return new Response(null, { headers: { ETag: etagOf(body) } });
    }
    if (method === "DELETE") {
      this.files.delete(key);
      return new Response(null, { status: 204 });
    }
    const file = this.files.get(key);
    if (file === undefined) return failure(404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.get("range") ?? "") ?? [];
    if (from === undefined) {
      const length = { "Content-Length": String(file.byteLength), ETag: etagOf(file) };
      return new Response(method === "HEAD" ? null : file, { headers: length });
    }
    const end = to === "" || to === undefined ? file.byteLength : Math.min(file.byteLength, Number(to) + 1);
    return new Response(file.subarray(Number(from), end), { status: 206 });
  }

  private begin(key: string): Response {
    const id = String(++this.uploads.begun);
    this.parts.set(id, new Map());
    return xml(
      `<InitiateMultipartUploadResult><Bucket>shop</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  private part(
    method: string,
    key: string,
    id: string,
    number: number,
    body: Uint8Array<ArrayBuffer>,
  ): Response {
    const parts = this.parts.get(id);
    if (parts === undefined) return failure(404, "NoSuchUpload");
    if (method === "PUT") {
      parts.set(number, body);
      return new Response(null, { headers: { ETag: etagOf(body) } });
    }
    this.parts.delete(id);
    if (method === "DELETE") return new Response(null, { status: 204 });
    this.uploads.ended++;
    const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, content]) => content);
    this.files.set(key, new Uint8Array(Buffer.concat(inOrder)));
    return xml(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  /** As S3 lists: no more than a few at a time here, so that there are several pages. */
  private list(query: URLSearchParams): Response {
    const after = query.get("start-after") ?? "";
    const all = [...this.files.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .toSorted();
    const page = all.slice(0, 3);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${this.files.get(key)?.byteLength ?? 0}</Size></Contents>`,
    );
    return xml(
      `<ListBucketResult><Name>shop</Name><IsTruncated>${all.length > page.length}</IsTruncated>${contents.join("")}</ListBucketResult>`,
    );
  }
}

/** Whether the request is signed with the key (AWS Signature Version 4), by its own words. */
function isSigned(request: Request): boolean {
  const url = new URL(request.url);
  const { headers } = request;
  const [, keyId, date = "", region = "", signed = "", signature] =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.get("authorization") ?? "",
    ) ?? [];
  if (keyId !== KEY_ID) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const lines = signed.split(";").map((name) => `${name}:${(headers.get(name) ?? "").trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query,
    lines.join(""),
    signed,
    headers.get("x-amz-content-sha256"),
  ].join("\n");
  const hash = new Bun.CryptoHasher("sha256").update(canonical).digest("hex");
  const text = [
    "AWS4-HMAC-SHA256",
    headers.get("x-amz-date"),
    `${date}/${region}/s3/aws4_request`,
    hash,
  ].join("\n");
  const sign = (key: string | Uint8Array, what: string) => createHmac("sha256", key).update(what).digest();
  const key = [date, region, "s3", "aws4_request"].reduce<string | Uint8Array>(sign, `AWS4${SECRET}`);
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function etagOf(bytes: Uint8Array): string {
  return `"${new Bun.CryptoHasher("md5").update(bytes).digest("hex")}"`;
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { "Content-Type": "application/xml" },
  });
}

function failure(status: number, code: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return new Response(text, { status, headers: { "Content-Type": "application/xml" } });
}
