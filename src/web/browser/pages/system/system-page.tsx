import type { PageProps } from "../../app/pages.ts";
import { serviceAddress } from "../../app/route.ts";
import { goTo } from "../../app/router.ts";
import { isArchive } from "../../app/session.ts";
import { Page } from "../../design/page.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { t } from "../../texts/texts.ts";
import { BackupsPart } from "./backups-part.tsx";
import { CertificatePart } from "./certificate-part.tsx";
import { ConfigurationPart } from "./configuration-part.tsx";
import { DoctorPart } from "./doctor-part.tsx";
import { LogPart } from "./log-part.tsx";
import { OverviewPart } from "./overview-part.tsx";

/** The parts of the page, by what stands for each in the address. */
const PARTS = {
  overview: OverviewPart,
  doctor: DoctorPart,
  backups: BackupsPart,
  certificate: CertificatePart,
  configuration: ConfigurationPart,
  log: LogPart,
};

type PartName = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as PartName[];

/** Of an archive each instance is told of by itself; backups are its database's own. */
const NAMES_OF_ARCHIVES: readonly PartName[] = ["overview", "certificate", "configuration", "log"];

/** The service and its machine: `#/~/system`, and its parts behind it. */
export function SystemPage({ parts }: PageProps) {
  const names = isArchive() ? NAMES_OF_ARCHIVES : NAMES;
  const chosen = names.find((name) => name === parts[0]) ?? "overview";
  const Part = PARTS[chosen];
  return (
    <Page title={t("system.title")} about={t("system.about")}>
      <Tabs
        label={t("system.parts")}
        tabs={names.map((name) => ({ name, title: t(`system.part.${name}`) }))}
        chosen={chosen}
        onChoose={(name) => goTo(serviceAddress("system", name), true)}
      >
        <Part />
      </Tabs>
    </Page>
  );
}
