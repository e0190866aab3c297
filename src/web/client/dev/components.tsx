/** All components of the interface on one page, which `npm run dev` serves at `/@components`. */
import { type ComponentChildren, render } from "preact";
import { useState } from "preact/hooks";
import { PAGE_TYPES, type PageType } from "../../../kernel/page-type.ts";
import { ask, openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { openMenu } from "../ui/menu.tsx";
import { announce, attempt, showError } from "../ui/notice.ts";
import { offerUndo } from "../ui/toast.ts";
import { Avatar } from "../../shared/avatar.tsx";
import { ICONS } from "../../shared/icon-names.ts";
import { Icon, IconButton, PageIcon } from "../../shared/icons.tsx";
import { PageLink } from "../../shared/page-link.tsx";

const COLORS =
  "ground side raised line edge ink soft accent accent-strong wash selection highlight danger danger-wash hover press veil".split(
    " ",
  );
const HUES = ["moss", "amber", "clay", "rose", "plum", "blue", "stone"] as const;
const NAMES = [
  "Maya Lindqvist",
  "Jonas Weber",
  "Amina Diallo",
  "ليلى حداد",
  "Noor",
  "Bea Ortiz",
  "Kofi Mensah",
] as const;

const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section style={{ marginBlockStart: "2rem" }}>
    <h2>{title}</h2>
    <div
      style={{ display: "flex", flexWrap: "wrap", gap: "0.75rem", alignItems: "center", marginBlockStart: "0.75rem" }}
    >
      {children}
    </div>
  </section>
);

const Swatch = ({ name, ink }: { name: string; ink?: string }) => (
  <span>
    <span
      style={{
        padding: "0.5rem 0.75rem",
        background: `var(--${name})`,
        border: "1px solid var(--line)",
        ...(ink !== undefined && { color: `var(--${ink})` }),
      }}
    >
      {ink ?? ""}
    </span>{" "}
    <code>{name}</code>
  </span>
);

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const showMenu = (anchor: Element) =>
  openMenu(
    "Actions",
    anchor,
    [
      { title: "Rename", icon: "pencil", hint: "F2", run: () => announce("Renamed.") },
      { title: "Copy link", icon: "link", run: () => announce("Copied.") },
      { title: "List", section: "View", isOn: true, run: () => {} },
      { title: "Board", section: "View", isOn: false, run: () => {} },
      { title: "Move to trash", icon: "trash", part: "last", run: () => offerUndo("Moved to the trash.", () => {}) },
    ],
    () => {},
  );

const showDialog = () =>
  openDialog(
    "New drive",
    element("label", { class: "stack" }, "Name", element("input", { type: "text", value: "Northlight" })),
    element("div", { class: "actions" }, element("button", { type: "button" }, "Create")),
  );

const setAppearance = (appearance: string): void => {
  document.documentElement.dataset["appearance"] = appearance;
};

const Appearance = () => (
  <Section title="Appearance">
    {["light", "dark"].map((appearance) => (
      <button key={appearance} type="button" class="outlined quiet" onClick={() => setAppearance(appearance)}>
        {appearance}
      </button>
    ))}
  </Section>
);

const Buttons = () => (
  <Section title="Buttons">
    <button type="button">Create</button>
    <button type="button" disabled>
      Create
    </button>
    <button type="button" onClick={({ currentTarget }) => attempt(currentTarget, () => later(2_000))}>
      Busy for two seconds
    </button>
    <button type="button" class="quiet outlined">
      <Icon name="user-plus" />
      Share
    </button>
    <button type="button" class="quiet">
      Cancel
    </button>
    <button type="button" class="danger">
      Delete forever
    </button>
    <IconButton icon="star" label="Add to favourites" />
    <IconButton icon="star" label="Remove from favourites" aria-pressed="true" />
    <a href="#fields">A link</a>
  </Section>
);

const Fields = () => (
  <Section title="Fields">
    <label class="stack" id="fields">
      Name
      <input type="text" placeholder="Name or email address" />
    </label>
    <label class="stack">
      Role
      <select>
        <option>Member</option>
        <option>Admin</option>
      </select>
    </label>
    <label class="row check">
      <input type="checkbox" checked /> Notify people
    </label>
    <label class="row check">
      <input type="radio" name="radio" checked /> Comfortable
    </label>
  </Section>
);

const Layers = () => (
  <Section title="Layers">
    <button type="button" class="quiet outlined" onClick={({ currentTarget }) => void showMenu(currentTarget)}>
      Menu
    </button>
    <button type="button" class="quiet outlined" onClick={() => void showDialog()}>
      Dialog
    </button>
    <button
      type="button"
      class="quiet outlined"
      onClick={() => void ask("Delete this drive?", "Its 12 pages cannot be restored.", "Delete")}
    >
      Question
    </button>
    <button type="button" class="quiet outlined" onClick={() => offerUndo("Moved to the trash.", () => {})}>
      Undo
    </button>
    <button type="button" class="quiet outlined" onClick={() => announce("Saved.")}>
      Notice
    </button>
    <button type="button" class="quiet outlined" onClick={() => showError(new Error("The request failed."))}>
      Error
    </button>
  </Section>
);

const pageOf = (type: PageType) => ({
  id: type,
  title: "A page",
  type,
  icon: null,
  updatedAt: "2026-11-28T10:00:00Z",
});

function Views() {
  const [view, setView] = useState("list");
  return (
    <Section title="Views and lists">
      <div class="row folder-views" role="group" aria-label="View as">
        {(["list", "gallery"] as const).map((each) => (
          <button type="button" class="quiet" key={each} aria-pressed={view === each} onClick={() => setView(each)}>
            <Icon name={each === "list" ? "list" : "layout-grid"} />
            {each === "list" ? "List" : "Gallery"}
          </button>
        ))}
      </div>
      <ul class="rows entries" data-show={view} style={{ width: "100%" }}>
        {PAGE_TYPES.slice(0, 3).map((type) => (
          <li key={type}>
            <PageLink page={pageOf(type)} now={Date.parse(pageOf(type).updatedAt)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Table = () => (
  <Section title="Table">
    <table class="people-table">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Shade</th>
          <td>18.40</td>
        </tr>
      </tbody>
    </table>
  </Section>
);

const Empty = () => (
  <Section title="Empty state">
    <div class="empty">
      <p class="lead">No pages here yet.</p>
      <p class="actions">
        <button type="button">Create the first page</button>
      </p>
    </div>
  </Section>
);

const Avatars = () => (
  <Section title="Avatars">
    {NAMES.map((name) => (
      <Avatar key={name} of={{ id: name, name, image: null }} />
    ))}
    <Avatar of={{ id: "agent", name: "Archive", image: null }} isAgent />
  </Section>
);

const PageTypes = () => (
  <Section title="Page types">
    {PAGE_TYPES.map((type) => (
      <span key={type}>
        <PageIcon type={type} /> <span class="muted">{type}</span>
      </span>
    ))}
  </Section>
);

const Icons = () => (
  <Section title="Icons">
    {ICONS.map((name) => (
      <span key={name} title={name}>
        <Icon name={name} />
      </span>
    ))}
  </Section>
);

const Colors = () => (
  <Section title="Colors">
    {COLORS.map((name) => (
      <Swatch key={name} name={name} />
    ))}
    {HUES.map((name) => (
      <Swatch key={name} name={`${name}-wash`} ink={name} />
    ))}
  </Section>
);

const Text = () => (
  <Section title="Text">
    <p class="title">Title of a page</p>
    <p>Text to be read</p>
    <p class="muted">Secondary text</p>
    <p class="failed">Something went wrong.</p>
    <code>code</code>
    <kbd>Ctrl K</kbd>
  </Section>
);

export const showComponents = (root: HTMLElement): void =>
  render(
    <main style={{ maxWidth: "60rem", marginInline: "auto", padding: "2rem 1rem 6rem" }}>
      <h1 class="title">Components</h1>
      <Appearance />
      <Buttons />
      <Fields />
      <Layers />
      <Views />
      <Table />
      <Empty />
      <Avatars />
      <PageTypes />
      <Icons />
      <Colors />
      <Text />
    </main>,
    root,
  );
