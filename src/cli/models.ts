import { describeModel } from "../escpos/models/describe-model.ts";
import { PRINTER_MODELS } from "../escpos/models/models.ts";
import { type Command, print, table } from "./command.ts";

/** The headings of `tillroll models`: the guide tells the rest. */
const HEADINGS = ["model", "printer", "language", "dpi", "dots", "columns", "code pages"];

/** Lists the printers that are known. */
export const models: Command = {
  name: "models",
  summary: "List the models of printers that are known, by the name that --model takes.",
  options: [],
  run() {
    const rows = Object.values(PRINTER_MODELS).map((model) => {
      const described = describeModel(model);
      return HEADINGS.map((heading) => described[heading] ?? "");
    });
    print(
      table(
        HEADINGS.map((heading) => heading.toUpperCase()),
        rows,
      ),
    );
  },
};
