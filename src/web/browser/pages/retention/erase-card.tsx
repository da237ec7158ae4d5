import { useState } from "preact/hooks";
import type { ErasureAnswer } from "../../../../contract/erasure.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Field } from "../../design/field.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { EraseDialog } from "./erase-dialog.tsx";

/** Erasing a print for good, as somebody has asked for. */
export function EraseCard({ slug }: { readonly slug: string }) {
  const [printId, setPrintId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [erased, setErased] = useState<ErasureAnswer | null>(null);
  return (
    <Card title={t("retention.erase")}>
      <p>{t("retention.eraseAbout")}</p>
      <form
        class="retention-erase"
        onSubmit={(event) => {
          event.preventDefault();
          if (printId !== "") setAsking(true);
        }}
      >
        <Field
          label={t("retention.erasePrint")}
          value={printId}
          onValue={(value) => setPrintId(value.replaceAll(/\D/g, ""))}
          inputMode="numeric"
        />
        <Button kind="danger" type="submit" disabled={printId === ""}>
          {t("retention.eraseIt")}
        </Button>
      </form>
      <div role="status">{erased === null ? null : <Erased erasure={erased} />}</div>
      {isAsking ? (
        <EraseDialog
          slug={slug}
          printId={printId}
          onErased={(answer) => {
            setErased(answer);
            setPrintId("");
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

function Erased({ erasure: { printId, cleared, elsewhere } }: { readonly erasure: ErasureAnswer }) {
  return (
    <>
      <p>{t("retention.erased", { id: String(printId) })}</p>
      {cleared ? null : <p>{t("retention.notCleared")}</p>}
      {elsewhere.length === 0 ? null : (
        <>
          <p>{t("retention.elsewhere")}</p>
          <ul class="retention-elsewhere">
            {elsewhere.map((place) => (
              <li key={place}>{said(place)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
