import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { printerKey } from "../../domain/printer.ts";
import {
  attributeOf,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  textsOf,
} from "../../ipp/message.ts";
import { GROUP, TAG } from "../../ipp/tags.ts";
import * as is from "../../ipp/values.ts";
import { STATUS } from "../../ipp/codes.ts";
import { IppFailure } from "./ipp-failure.ts";

/** A request whose form is right: its groups, and the values of operation attributes. */
export class IppRequest {
  readonly operation: IppGroup;
  readonly job: IppGroup | undefined;

  /** @throws IppFailure when the form is not that of RFC 8011, section 4.1 */
  constructor(readonly message: IppMessage) {
    const { groups, requestId } = message;
    const [operation] = groups;
    if (requestId < 1 || requestId > 0x7fffffff)
      throw badRequest("The request-id is not from 1 to 2147483647.");
    if (operation?.tag !== GROUP.operation) throw badRequest("The request has no operation attributes.");
    const [charset, language] = operation.attributes;
    if (charset?.name !== "attributes-charset" || charset.values[0]?.tag !== TAG.charset)
      throw badRequest("The first attribute must be attributes-charset.");
    if (language?.name !== "attributes-natural-language" || language.values[0]?.tag !== TAG.naturalLanguage) {
      throw badRequest("The second attribute must be attributes-natural-language.");
    }
    if (!["utf-8", "us-ascii"].includes((textsOf(charset)[0] ?? "").toLowerCase()))
      throw new IppFailure(STATUS.charsetNotSupported, "The charset must be utf-8.", [charset]);
    this.operation = operation;
    this.job = groups.find(({ tag }) => tag === GROUP.job);
  }

  /** An operation attribute's text; `null` when there is none. */
  text(name: string): string | null {
    return textsOf(attributeOf(this.operation, name))[0] ?? null;
  }

  /** An operation attribute's texts, none when it is not there. */
  texts(name: string): string[] {
    return textsOf(attributeOf(this.operation, name));
  }

  /** An operation attribute's integers, none when it is not there. */
  integers(name: string): number[] {
    const values = attributeOf(this.operation, name)?.values ?? [];
    return values.flatMap((value) => (value.kind === "number" ? [value.value] : []));
  }

  /** An operation attribute's truth; `null` when it is not there. */
  boolean(name: string): boolean | null {
    const value = attributeOf(this.operation, name)?.values[0];
    return value?.kind === "boolean" ? value.value : null;
  }

  /** An operation attribute as it came, for the group of those that are not supported. */
  asUnsupported(name: string): IppAttribute[] {
    const found = attributeOf(this.operation, name);
    return found === undefined ? [is.attribute(name, is.unsupported)] : [found];
  }

  /** Checks that the request names its target, and the one that it was sent to. @throws IppFailure */
  checkTarget(endpoint: PrinterEndpoint): void {
    const uri = this.text("printer-uri") ?? this.text("job-uri");
    if (uri === null) throw badRequest("The request has no printer-uri.");
    const name = targetOf(uri)?.name;
    if (name !== undefined && printerKey(name) !== printerKey(endpoint.printer.name)) throw noPrinter();
  }

  /** The id of the job that the request is about. @throws IppFailure when it names none */
  jobId(): number {
    const jobUri = this.text("job-uri");
    const id = jobUri === null ? this.integers("job-id")[0] : targetOf(jobUri)?.jobId;
    if (id === undefined || id === null) throw badRequest("The request has neither a job-uri nor a job-id.");
    return id;
  }
}

/** The path of a printer: its name, which a job's id may follow. */
const TARGET = /^(?:[a-z]+:\/\/[^/?#]*)?\/ipp\/print\/([^/?#]+)(?:\/(\d{1,10}))?\/?(?:[?#].*)?$/i;

/** The printer and the job that an address or a path names; `null` when it is no address of a printer. */
export function targetOf(uri: string): { readonly name: string; readonly jobId: number | null } | null {
  const [, name, jobId] = TARGET.exec(uri) ?? [];
  if (name === undefined) return null;
  try {
    return { name: decodeURIComponent(name), jobId: jobId === undefined ? null : Number(jobId) };
  } catch {
    return null;
  }
}

/** The request is not what RFC 8011 says. */
export function badRequest(message: string): IppFailure {
  return new IppFailure(STATUS.badRequest, message);
}

/** There is no such printer here, or it does not speak IPP. */
export function noPrinter(): IppFailure {
  return new IppFailure(STATUS.notFound, "There is no such printer here.");
}
