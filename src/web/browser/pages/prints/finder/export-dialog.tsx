import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchBody } from "../../../../../contract/search.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../../../domain/export-query.ts";
import { isAbort } from "../../../client/errors.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Checkbox, Select } from "../../../design/field.tsx";
import { toast } from "../../../app/notices.tsx";
import { formatBytes, formatNumber } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { type ExportState, exportPrints } from "./export-prints.ts";

interface ExportDialogProps {
  readonly slug: string;
  /** What is exported: a search, or chosen prints. */
  readonly body: SearchBody | { readonly ids: readonly number[] };
  readonly total: number | null;
  onClose(): void;
}

/** Exports what a search finds, with a bar that fills as it comes. */
export function ExportDialog({ slug, body, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [isForExcel, setForExcel] = useState(false);
  const [hasJsonTags, setJsonTags] = useState(false);
  const [state, setState] = useState<ExportState | null>(null);
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const ended = new AbortController();
    running.current = ended;
    setProblem("");
    // It is under way from the press on: the service may have to search a long time before the first byte.
    setState({ done: 0, total: total ?? 0, bytes: 0 });
    try {
      const table = format === "csv" ? { bom: isForExcel, ...(hasJsonTags && { tags: "json" }) } : {};
      const done = await exportPrints(slug, { ...body, format, ...table }, ended.signal, setState);
      if (done === null) return;
      toast([t("finder.export.done", { n: done.total }), pendingWords(done.textPending)].join(" ").trim());
      onClose();
    } catch (error) {
      if (isAbort(error)) toast(t("finder.export.stopped"));
      else setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      running.current = null;
      setState(null);
    }
  };
  return (
    <Dialog title={t("finder.export.title")} isBusy={state !== null} hasStop onClose={onClose}>
      <p>
        {total === null
          ? t("finder.export.unknown")
          : t("ids" in body ? "finder.export.chosen" : "finder.export.what", { n: total })}
      </p>
      {state === null ? (
        <>
          <Select
            label={t("finder.export.format")}
            choices={EXPORT_FORMATS.map((value) => ({ value, name: t(`finder.export.format.${value}`) }))}
            value={format}
            onValue={setFormat}
            hint={format.startsWith("zip") ? t("finder.export.zip") : t("finder.export.csv")}
          />
          {format === "csv" ? (
            <>
              <Checkbox label={t("finder.export.bom")} checked={isForExcel} onValue={setForExcel} />
              <Checkbox label={t("finder.export.jsonTags")} checked={hasJsonTags} onValue={setJsonTags} />
            </>
          ) : null}
          <p class="field-problem" role="alert">
            {problem}
          </p>
          <DialogActions>
            <Button kind="main" icon="download" onClick={() => void start()}>
              {t("finder.export.start")}
            </Button>
          </DialogActions>
        </>
      ) : (
        <Progress state={state} onStop={() => running.current?.abort()} />
      )}
    </Dialog>
  );
}

function pendingWords(textPending: number): string {
  return textPending === 0 ? "" : t("finder.export.pending", { n: textPending });
}

function Progress({ state, onStop }: { readonly state: ExportState; onStop(): void }) {
  const { done, total, bytes } = state;
  const words = t("finder.export.progress", { done: formatNumber(done), total: formatNumber(total) });
  return (
    <>
      <progress class="finder-progress" max={Math.max(total, 1)} value={done} aria-label={words} />
      <p class="finder-progress-words">
        {words} · {t("finder.export.size", { size: formatBytes(bytes) })}
      </p>
      <div class="dialog-actions">
        <Button kind="danger" onClick={onStop}>
          {t("finder.export.cancel")}
        </Button>
      </div>
    </>
  );
}
