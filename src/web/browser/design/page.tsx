import type { ComponentChildren } from "preact";
import { t } from "../texts/texts.ts";

interface PageProps {
  readonly title: string;
  /** A sentence on what the page is for. */
  readonly about?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of text, cards and tables: a title, and what is below it. */
export function Page({ title, about, actions, children }: PageProps) {
  return (
    <div class="page">
      <header class="page-head">
        <div class="page-words">
          <h1 class="page-title">{title}</h1>
          {about === undefined ? null : <p class="page-about">{about}</p>}
        </div>
        {actions === undefined ? null : <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Where there is nothing yet: what would be here, and what to do for it. */
export function EmptyState(props: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      <h2>{props.title}</h2>
      {props.children}
      {props.actions === undefined ? null : <div class="page-actions">{props.actions}</div>}
    </div>
  );
}

/** Keeps the place of what is loading. @param lines how high it will be about */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label={t("design.loading")}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="skeleton-line" />
      ))}
    </div>
  );
}
