/** The form for the name, and for a new property the type, in a layer at its button. */
import { useState } from "preact/hooks";
import { PROPERTY_TYPES, type Property, type PropertyType } from "../../../formats/properties/schema.ts";
import { words } from "../../../words/properties.ts";
import { Icon } from "../../shared/icons.tsx";
import { TYPE_ICONS } from "../../shared/properties/value-view.tsx";
import { fieldOf } from "../ui/dom.ts";
import { openFormLayer } from "./form-layer.ts";

export type NewProperty = {
  readonly name: string;
  readonly type: PropertyType;
  /** Declared for all pages of the folder. */
  readonly isShared: boolean;
};

type Asked = {
  readonly anchor: Element;
  readonly name: string;
  /** Declared properties that the page lacks. */
  readonly offered?: readonly Property[];
  /** The folder in which the property would be declared; null if that is not possible. */
  readonly folderTitle?: string | null;
  readonly withType?: boolean;
  readonly isTaken: (name: string) => boolean;
  readonly submit: (property: NewProperty) => void;
  readonly closed: () => void;
};

const MAX_NAME = 100;

export function openPropertyForm(asked: Asked): void {
  openFormLayer({
    anchor: asked.anchor,
    draw: (close) => {
      const submit = (property: NewProperty): void => {
        close();
        asked.submit(property);
      };
      return <PropertyForm asked={asked} submit={submit} />;
    },
    left: asked.closed,
  });
}

/** Types that are computed need more than a name. */
const OFFERED_TYPES = PROPERTY_TYPES.filter((type) => type !== "formula" && type !== "rollup");

type Props = { readonly asked: Asked; readonly submit: (property: NewProperty) => void };

function PropertyForm({ asked, submit }: Props) {
  const { name, offered = [], folderTitle = null, withType = false, isTaken } = asked;
  const [type, setType] = useState<PropertyType>("text");
  return (
    <form
      class="prop-form stack"
      aria-label={name === "" ? words.addProperty : words.rename}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const isShared = folderTitle !== null && new FormData(form).has("shared");
        submit({ name: fieldOf(form, "name"), type, isShared });
      }}
    >
      <Offered offered={offered} submit={submit} />
      <input
        type="text"
        name="name"
        dir="auto"
        aria-label={words.name}
        placeholder={words.name}
        defaultValue={name}
        maxLength={MAX_NAME}
        autocomplete="off"
        required
        onInput={({ currentTarget }) =>
          currentTarget.setCustomValidity(isTaken(currentTarget.value.trim()) ? words.nameTaken : "")
        }
      />
      {withType && <TypeField type={type} setType={setType} />}
      {withType && folderTitle !== null && (
        <label class="row small">
          <input type="checkbox" name="shared" defaultChecked />
          {words.declaredIn(folderTitle)}
        </label>
      )}
      <div class="actions">
        <button type="submit">{name === "" ? words.add : words.save}</button>
      </div>
    </form>
  );
}

type OfferedProps = { readonly offered: readonly Property[]; readonly submit: Props["submit"] };

const Offered = ({ offered, submit }: OfferedProps) =>
  offered.length === 0 ? null : (
    <div class="row wrap prop-offered">
      {offered.map(({ name, type }) => (
        <button key={name} type="button" class="quiet" onClick={() => submit({ name, type, isShared: false })}>
          <Icon name={TYPE_ICONS[type]} />
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  );

type TypeProps = { readonly type: PropertyType; readonly setType: (type: PropertyType) => void };

const TypeField = ({ type, setType }: TypeProps) => (
  <select
    aria-label={words.type}
    value={type}
    onChange={({ currentTarget }) => setType(OFFERED_TYPES.find((each) => each === currentTarget.value) ?? "text")}
  >
    {OFFERED_TYPES.map((each) => (
      <option key={each} value={each}>
        {words.types[each]}
      </option>
    ))}
  </select>
);
