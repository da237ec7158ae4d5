import { Select } from "../design/field.tsx";
import { type Language, LANGUAGES } from "../texts/languages.ts";
import { chooseLanguage, language, t } from "../texts/texts.ts";
import { attempt } from "./notices.tsx";
import { THEMES } from "./stored-theme.ts";
import { theme } from "./theme.ts";

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, { name }]) => ({
  value: value as Language,
  name,
}));

/** The choice of colours and of the language. */
export function Appearance() {
  return (
    <div class="appearance">
      <Select
        label={t("shell.theme")}
        choices={THEMES.map((value) => ({ value, name: t(`shell.theme.${value}`) }))}
        value={theme.value}
        onValue={(value) => (theme.value = value)}
      />
      <Select
        label={t("shell.language")}
        choices={LANGUAGE_CHOICES}
        value={language.value}
        onValue={(value) => void attempt(() => chooseLanguage(value))}
      />
    </div>
  );
}
