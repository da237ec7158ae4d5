import type { ComparisonWish } from "../compare/comparison.ts";
import type { ComparisonQuestion } from "../contract/comparison.ts";
import type { Print } from "../domain/print.ts";
import type { Reference } from "../domain/reference.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { ComparedPrint, Drawn } from "../preview/preview.ts";
import { encodeContent } from "../storage/raw-content.ts";
import type { HttpService } from "./http-service.ts";

/** Compares prints of a workspace with each other, and with references. */
export class Comparisons {
  constructor(private readonly service: HttpService) {}

  /**
   * Compares a print with what is asked for.
   * @returns a `Comparison` as JSON, or a picture of both
   * @throws TillrollError NOT_FOUND, GONE, PRINT_DATA_DAMAGED, BAD_REQUEST for patterns that are none
   */
  async compare(
    workspace: Workspace,
    printId: number,
    question: ComparisonQuestion,
    format: "json" | "png" | "svg",
  ): Promise<Drawn> {
    const a = await this.printOf(workspace, await this.service.reader.read(workspace.id, printId));
    const { with: other, ignore, commands } = question;
    const wish = { ignore, tolerance: question.tolerance ?? 0, commands };
    if ("reference" in other) {
      const reference = await this.service.stores.references.get(workspace.id, other.reference);
      const all = {
        ...wish,
        ignore: [...reference.ignore, ...ignore],
        tolerance: question.tolerance ?? reference.tolerance,
      };
      return this.service.preview.compare({
        compared: { a, b: await this.referenceOf(workspace, reference) },
        wish: all,
        format,
      });
    }
    const b =
      "raw" in other
        ? { ...a, printId: 0, stored: encodeContent(other.raw) }
        : await this.printOf(workspace, await this.service.reader.read(workspace.id, other.printId));
    return this.service.preview.compare({ compared: { a, b }, wish, format });
  }

  /**
   * Compares a print with a reference.
   * @returns a `Verdict` as JSON
   */
  async verdict(
    workspace: Workspace,
    print: Print | null,
    reference: Reference | null,
    commands: boolean,
  ): Promise<string> {
    const told = JSON.stringify({ reference: reference?.name ?? null, printId: print?.id ?? null }).slice(
      1,
      -1,
    );
    if (print === null || reference === null) return `{"verdict":"none",${told},"comparison":null}`;
    const { ignore, tolerance } = reference;
    const wish: ComparisonWish = { ignore, tolerance, commands };
    const compared = {
      a: await this.referenceOf(workspace, reference),
      b: await this.printOf(workspace, print),
    };
    const json = String(await this.service.preview.compare({ compared, wish, format: "json" }));
    const { same } = JSON.parse(json) as { readonly same: boolean };
    return `{"verdict":"${same ? "same" : "different"}",${told},"comparison":${json}}`;
  }

  /** The newest print of a workspace with a label, that is not deleted; `null` where there is none. */
  async newestOf(workspace: Workspace, label: string): Promise<Print | null> {
    const query: SearchQuery = {
      filter: { label: { op: "eq", value: label }, deleted: false },
      orderBy: "id.desc",
      page: 1,
      pageSize: 1,
    };
    const found = await this.service.search.find(workspace.id, query);
    const { items } = (await new Response(found).json()) as {
      readonly items: readonly { readonly id: number }[];
    };
    const [newest] = items;
    return newest === undefined ? null : await this.service.reader.find(workspace.id, newest.id);
  }

  private async printOf(workspace: Workspace, print: Print): Promise<ComparedPrint> {
    const { reader } = this.service;
    return {
      printId: print.id,
      stored: await reader.readStored(print),
      printer: await reader.printerOf(print, workspace),
      masksCards: workspace.maskCardNumbers,
    };
  }

  private async referenceOf(workspace: Workspace, reference: Reference): Promise<ComparedPrint> {
    const { printId, printer } = reference;
    const stored = await this.service.stores.references.readStored(reference);
    return { printId, stored, printer, masksCards: workspace.maskCardNumbers };
  }
}
