import { useState } from "preact/hooks";
import type { MeAnswer } from "../../../../contract/service.ts";
import { toast } from "../../app/notices.tsx";
import { me } from "../../app/session.ts";
import { RefusedError } from "../../client/errors.ts";
import { patch } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Field } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";

/** Changes the own name. */
export function NameForm({ name: before }: { readonly name: string }) {
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState("");
  const save = async () => {
    try {
      me.value = await patch<MeAnswer>("/api/me", { name: name.trim() });
      setProblem("");
      toast(t("people.saved", { name: name.trim() }));
    } catch (error) {
      const isTaken = error instanceof RefusedError && error.code === "CONFLICT";
      setProblem(isTaken ? t("people.nameTaken") : error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      class="people-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        id="own-name"
        label={t("people.name")}
        hint={t("people.ownNameHint")}
        problem={problem}
        value={name}
        onValue={setName}
        autocomplete="username"
        spellcheck={false}
        required
      />
      <div class="card-actions">
        <Button type="submit" disabled={name.trim() === before || name.trim() === ""}>
          {t("people.save")}
        </Button>
      </div>
    </form>
  );
}
