/** The tools of the PDF viewer: search, pages and outline, and zoom. */
import type { RefObject } from "preact";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/pdf.ts";
import { MIN_ZOOM, MAX_ZOOM, type Panel, type Step, type Zoom } from "../pdf-frame/protocol.ts";

/** Zoom factor of one step. */
const STEP = 1.25;
/** A PDF point is 1/72 inch, a CSS pixel 1/96 inch. */
export const POINTS_OF_PIXEL = 96 / 72;

export type Place = { readonly page: number; readonly scale: number };
export type Found = { readonly at: number; readonly of: number; readonly isOver: boolean };

type ToolsProps = {
  readonly pages: number;
  readonly hasOutline: boolean;
  readonly place: Place;
  readonly found: Found | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly find: (text: string, step: Step) => void;
  readonly panel: Panel | null;
  readonly open: (panel: Panel | null) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly goTo: (page: number) => void;
  readonly fill: () => void;
};

export const Tools = ({ pages, hasOutline, place, panel, open, goTo, zoomTo, fill, ...finding }: ToolsProps) => (
  <div class="row wrap pdf-tools" role="toolbar" aria-label={words.tools}>
    {(hasOutline ? (["pages", "outline"] as const) : (["pages"] as const)).map((each) => (
      <button
        type="button"
        class="quiet"
        aria-pressed={panel === each}
        onClick={() => open(panel === each ? null : each)}
      >
        {words.panels[each]}
      </button>
    ))}
    <PageNumber pages={pages} page={place.page} goTo={goTo} />
    <Finding {...finding} />
    <ZoomSteps scale={place.scale} zoomTo={zoomTo} />
    <button type="button" class="quiet" onClick={() => zoomTo("width")}>
      {words.fitWidth}
    </button>
    {document.fullscreenEnabled && (
      <button type="button" class="quiet" onClick={fill}>
        {words.fullScreen}
      </button>
    )}
  </div>
);

const PageNumber = ({ pages, page, goTo }: Pick<ToolsProps, "pages" | "goTo"> & { readonly page: number }) => (
  <span class="row pdf-page">
    <label class="row">
      {words.page}
      <input
        type="number"
        min={1}
        max={pages}
        value={page}
        onChange={({ currentTarget }) => {
          const wanted = Math.min(pages, Math.max(1, Math.round(Number(currentTarget.value))));
          if (Number.isFinite(wanted)) goTo(wanted);
        }}
      />
    </label>
    <span class="muted">{words.ofPages(pages.toLocaleString(currentLanguage()))}</span>
  </span>
);

const ZoomSteps = ({ scale, zoomTo }: Pick<ToolsProps, "zoomTo"> & { readonly scale: number }) => (
  <span class="pdf-zoom">
    <button
      type="button"
      class="quiet"
      aria-label={words.smaller}
      title={words.smaller}
      disabled={scale <= MIN_ZOOM}
      onClick={() => zoomTo(Math.max(MIN_ZOOM, scale / STEP))}
    >
      −
    </button>
    <output>{words.percent(Math.round((scale / POINTS_OF_PIXEL) * 100))}</output>
    <button
      type="button"
      class="quiet"
      aria-label={words.larger}
      title={words.larger}
      disabled={scale >= MAX_ZOOM}
      onClick={() => zoomTo(Math.min(MAX_ZOOM, scale * STEP))}
    >
      +
    </button>
  </span>
);

const Finding = ({ found, field, find }: Pick<ToolsProps, "found" | "field" | "find">) => {
  const again = (step: Step): void => find(field.current?.value ?? "", step);
  return (
    <search class="pdf-find">
      <input
        ref={field}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        autocomplete="off"
        onInput={() => again(0)}
        onKeyDown={(event) => {
          if (event.key === "Enter") again(event.shiftKey ? -1 : 1);
        }}
      />
      <output>{found === null ? "" : saying(found)}</output>
      <button type="button" class="quiet" aria-label={words.previous} title={words.previous} onClick={() => again(-1)}>
        ↑
      </button>
      <button type="button" class="quiet" aria-label={words.next} title={words.next} onClick={() => again(1)}>
        ↓
      </button>
    </search>
  );
};

function saying({ at, of, isOver }: Found): string {
  if (of === 0) return isOver ? words.noMatch : "…";
  const [shown, all] = [at, of].map((each) => each.toLocaleString(currentLanguage()));
  return (isOver ? words.matches : words.matchesSoFar)(shown ?? "", all ?? "");
}
