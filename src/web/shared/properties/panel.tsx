/** The properties of a page above its text: printed by the Worker, and drawn in the editor by a widget. */
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { propertyOf } from "../../../formats/properties/guess.ts";
import { countedEntries, type Entry, foldKey, readFrontMatter } from "../../../formats/properties/front-matter.ts";
import { typedValue } from "../../../formats/properties/values.ts";
import { words } from "../../../words/properties.ts";
import { Icon, IconButton } from "../icons.tsx";
import { PanelContext, PropertyContext, type PropertyScope } from "./context.ts";
import { hasLinks, TYPE_ICONS, ValueView } from "./value-view.tsx";

type WithProps = { readonly scope: PropertyScope; readonly children: ComponentChildren };

/** Prints inside show properties as panels. */
export const WithProperties = ({ scope, children }: WithProps) => (
  <PropertyContext.Provider value={scope}>
    <PanelContext.Provider value={PropertyRows}>{children}</PanelContext.Provider>
  </PropertyContext.Provider>
);

type Props = { /** With both delimiter lines. */ readonly text: string };

export const PropertyRows = ({ text }: Props) => {
  const { writes, hides } = useContext(PropertyContext);
  const matter = readFrontMatter(text);
  const counted = new Set(countedEntries(matter?.entries ?? []));
  const entries = (matter?.entries ?? []).filter(
    (entry) => (entry.key === null || counted.has(entry)) && !hides.includes(foldKey(entry.key ?? "")),
  );
  const canAdd = writes && matter?.isTooLarge === false;
  // The declarations of a folder are edited in its views.
  if (entries.length === 0 && hides.length > 0) return null;
  return (
    // A margin or border outside would not be measured as part of the editor's widget.
    <div class="prop-panel">
      {matter?.isTooLarge === true && <p class="muted small">{words.tooLarge}</p>}
      <div class="prop-rows" role="group" aria-label={words.properties}>
        {entries.map((entry) =>
          entry.form === "raw" || entry.form === "map" ? (
            <RawLines key={`${entry.key}:${entry.from}`} source={text.slice(entry.from, entry.to)} />
          ) : (
            <Row key={entry.key} entry={entry} />
          ),
        )}
      </div>
      {canAdd && (
        <div class="prop-foot">
          <button type="button" class="quiet" data-prop="add">
            <Icon name="plus" />
            {words.addProperty}
          </button>
          <IconButton icon="code" label={words.showLines} data-prop="lines" />
        </div>
      )}
    </div>
  );
};

const RawLines = ({ source }: { readonly source: string }) => (
  <pre class="prop-raw" title={words.raw}>
    {source}
  </pre>
);

const Row = ({ entry }: { readonly entry: Entry }) => {
  const { schema, writes } = useContext(PropertyContext);
  const property = propertyOf(schema, entry);
  const name = entry.key ?? "";
  const label = (
    <>
      <Icon name={TYPE_ICONS[property.type]} />
      <bdi>{name}</bdi>
    </>
  );
  return (
    <div class="prop-row" data-key={name}>
      {writes ? (
        <button type="button" class="quiet prop-name" data-prop="menu" aria-label={words.menuOf(name)} title={name}>
          {label}
        </button>
      ) : (
        <span class="prop-name" title={name}>
          {label}
        </span>
      )}
      <div class="prop-content">
        <Value entry={entry} writes={writes} property={property} />
      </div>
    </div>
  );
};

type ValueProps = {
  readonly entry: Entry;
  readonly property: ReturnType<typeof propertyOf>;
  readonly writes: boolean;
};

const Value = ({ entry, property, writes }: ValueProps) => {
  const shown = typedValue(property, entry);
  const name = entry.key ?? "";
  const view = <ValueView property={property} shown={shown} />;
  const isComputed = property.type === "formula" || property.type === "rollup";
  if (!writes || isComputed) return shown.text === "" ? <span class="muted">–</span> : view;
  if (property.type === "checkbox" && shown.fits)
    return <input type="checkbox" data-prop="check" aria-label={name} checked={shown.value === true} />;
  if (hasLinks(property, shown))
    return (
      <>
        {view}
        <IconButton icon="pencil" label={words.edit(name)} data-prop="edit" />
      </>
    );
  return (
    <button type="button" class="quiet prop-value" data-prop="edit">
      <span class="hidden">{`${words.edit(name)}: `}</span>
      {shown.text === "" ? <span class="muted">{words.empty}</span> : view}
    </button>
  );
};
