import { useState } from "preact/hooks";
import type { MeAnswer } from "../../../../contract/service.ts";
import { PERSON_LIMITS } from "../../../../domain/person-limits.ts";
import { passwordWeakness } from "../../../../domain/password.ts";
import { me } from "../../app/session.ts";
import { RefusedError } from "../../client/errors.ts";
import { patch, post } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { Checkbox, Field } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";

interface PasswordFormProps {
  /** Whether the name is asked for as well. */
  readonly hasName?: boolean;
  /** Called when it is set. */
  readonly onDone: () => void;
}

/** Asks for the password, and on wish the name, of who is signed in. */
export function PasswordForm({ hasName = false, onDone }: PasswordFormProps) {
  const { user, hasPassword = false, needsPassword = false } = me.value ?? {};
  const [name, setName] = useState(user?.name ?? "");
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>(NO_PROBLEM);
  const save = async () => {
    const weakness = passwordWeakness(password, name);
    if (weakness !== null) return setProblem({ ...NO_PROBLEM, password: weaknessWords(weakness) });
    setBusy(true);
    try {
      if (name.trim() !== user?.name) me.value = await patch<MeAnswer>("/api/me", { name: name.trim() });
      me.value = await post<MeAnswer>("/api/me/password", { password, ...(needsPassword && { current }) });
      setPassword("");
      setCurrent("");
      setProblem(NO_PROBLEM);
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const type = isShown ? "text" : "password";
  return (
    <form
      class="people-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NameField isShown={hasName} name={name} problem={problem.name} onName={setName} />
      {needsPassword ? (
        <Field
          id="current-password"
          type={type}
          label={t("people.current")}
          problem={problem.current}
          value={current}
          onValue={setCurrent}
          autocomplete="current-password"
          required
        />
      ) : null}
      <Field
        id="new-password"
        type={type}
        label={t("people.newPassword")}
        hint={t("people.passwordHint", { n: PERSON_LIMITS.passwordCharactersLeast })}
        problem={problem.password}
        value={password}
        onValue={setPassword}
        autocomplete="new-password"
        required
      />
      <Checkbox label={t("people.show")} checked={isShown} onValue={setShown} />
      <p class="field-problem" role="alert">
        {problem.other}
      </p>
      <div class="card-actions">
        <Button kind="main" type="submit" disabled={isBusy}>
          {hasPassword ? t("people.changePassword") : t("people.setPassword")}
        </Button>
      </div>
    </form>
  );
}

interface NameFieldProps {
  readonly isShown: boolean;
  readonly name: string;
  readonly problem: string;
  readonly onName: (name: string) => void;
}

function NameField({ isShown, name, problem, onName }: NameFieldProps) {
  // By this password managers know whose password it is.
  if (!isShown) return <input hidden autocomplete="username" value={name} readOnly />;
  return (
    <Field
      id="new-name"
      label={t("people.name")}
      hint={t("people.ownNameHint")}
      problem={problem}
      value={name}
      onValue={onName}
      autocomplete="username"
      spellcheck={false}
      required
    />
  );
}

interface Problem {
  readonly name: string;
  readonly password: string;
  readonly current: string;
  readonly other: string;
}

const NO_PROBLEM: Problem = { name: "", password: "", current: "", other: "" };

function weaknessWords(weakness: NonNullable<ReturnType<typeof passwordWeakness>>): string {
  const n = PERSON_LIMITS.passwordCharactersLeast;
  return weakness === "short" ? t("people.weak.short", { n }) : t(`people.weak.${weakness}`);
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof RefusedError)) return { ...NO_PROBLEM, other: String(error) };
  if (error.message.startsWith("current:")) return { ...NO_PROBLEM, current: t("people.wrongCurrent") };
  if (error.code === "CONFLICT" && "name" in error.data)
    return { ...NO_PROBLEM, name: t("people.nameTaken") };
  return { ...NO_PROBLEM, other: error.message };
}
