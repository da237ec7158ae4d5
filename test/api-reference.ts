import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { OpenAPIV3_1 } from "openapi-types";
import { patternOf } from "../src/http/routes.ts";

/*
 * The API reference as strangers' tools read it, for checking what the service answers against what it promises.
 */

export type Document = OpenAPIV3_1.Document & { readonly paths: OpenAPIV3_1.PathsObject };
export type Operation = OpenAPIV3_1.OperationObject & { readonly responses: OpenAPIV3_1.ResponsesObject };

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const METHODS = ["get", "post", "patch", "delete", "put", "options"] as const;

/** Characters of a value that is not as described. */
const SHOWN_CHARACTERS = 500;

/** The right that an operation needs; `undefined` where any token, or nothing, is enough. */
export function rightOf(operation: Operation): string | undefined {
  return (operation as { readonly "x-right"?: string })["x-right"];
}

/** All operations of a document. */
export function operationsOf(document: Document): Described[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as Operation | undefined;
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

/** What an operation takes as its body. */
export function bodyOf({ requestBody }: Operation): OpenAPIV3_1.RequestBodyObject | undefined {
  return requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
}

/** A document, and its schemas compiled as they are needed. */
export class ApiReference {
  private readonly operations: readonly Described[];
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly promises: Ajv2020;
  private readonly demands: Ajv2020;

  constructor(readonly document: Document) {
    this.operations = operationsOf(document);
    this.demands = compilerOf(document);
    this.promises = compilerOf(closed(document));
  }

  static async read(address: string): Promise<ApiReference> {
    const response = await fetch(`${address}/docs/json`);
    return new ApiReference((await response.json()) as Document);
  }

  /**
   * Checks an answer: its status, its media type, its error's code and each of its fields must be described.
   * @param url of the request, with its path and query
   * @throws Error when it is not as described
   */
  async check(method: string, url: string, answer: Response): Promise<void> {
    const found = this.find(method, url);
    if (found === null) return;
    const { path, operation } = found;
    const where = `${method} ${path} ${answer.status}`;
    const response = operation.responses[answer.status] as OpenAPIV3_1.ResponseObject | undefined;
    if (response === undefined) throw new Error(`${where} is not in the reference: ${await answer.text()}`);
    const mediaType = answer.headers.get("content-type")?.split(";")[0];
    if (mediaType === undefined || answer.body === null || method === "HEAD") return;
    if (response.content?.[mediaType] === undefined)
      throw new Error(`${where} with ${mediaType} is not in the reference`);
    if (mediaType !== "application/json") return;
    const json = (await answer.json()) as { readonly code?: string };
    const place = [
      "paths",
      path,
      method.toLowerCase(),
      "responses",
      String(answer.status),
      "content",
      mediaType,
    ];
    this.validate(this.promises, [...place, "schema"], json, where);
    if (answer.status >= 400 && json.code !== undefined && !response.description.includes(`${json.code}:`))
      throw new Error(`${where} with ${json.code} is not in the reference`);
  }

  /** Checks a value, such as an example, against the schema at a place of the document. @throws Error */
  checkAt(place: readonly string[], value: unknown): void {
    this.validate(this.demands, place, value, place.join(" "));
  }

  /** The operation for a request; `null` where the reference has none. */
  private find(method: string, url: string): Described | null {
    const { pathname } = new URL(url, "http://localhost");
    const routes = this.operations.map(({ path }) => ({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    }));
    const pattern = patternOf(routes, pathname)?.replaceAll(/:(\w+)/g, "{$1}");
    const wanted = method === "HEAD" ? "GET" : method;
    return this.operations.find(({ method: known, path }) => path === pattern && known === wanted) ?? null;
  }

  private validate(ajv: Ajv2020, place: readonly string[], value: unknown, where: string): void {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const key = `${ajv === this.promises} ${pointer.join("/")}`;
    const validator = this.validators.get(key) ?? ajv.compile({ $ref: `reference#/${pointer.join("/")}` });
    this.validators.set(key, validator);
    if (validator(value)) return;
    throw new Error(
      `${where} is not as described: ${ajv.errorsText(validator.errors)}\n${JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}`,
    );
  }
}

function compilerOf(document: object): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    validateSchema: false,
    formats: {
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
      uri: (text: string) => URL.canParse(text),
    },
  });
  // What stands beside the schemas is no keyword of theirs.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, "reference");
}

/** Schemas whose objects have no other fields than those described, unless they say so. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === "examples" ? value : closed(value),
  ]);
  const schema = Object.fromEntries(entries) as Record<string, unknown>;
  const isObject = schema["type"] === "object" && "properties" in schema;
  return (isObject ? { additionalProperties: false, ...schema } : schema) as Part;
}

let known: Promise<ApiReference> | null = null;

/** The reference of the service under test: that of the binary, whichever service is asked first. */
export function referenceAt(address: string): Promise<ApiReference> {
  known ??= ApiReference.read(address);
  known.catch(() => (known = null));
  return known;
}
