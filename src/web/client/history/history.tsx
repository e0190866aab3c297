/** A page's history: who wrote when and through which tool, what changed in the words, and going back to it. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type * as z from "zod";
import type { Page, VersionDiff, VersionList, VersionText } from "../../../features/pages/contract.ts";
import type { Undone } from "../../../features/pages/undo/contract.ts";
import { words as frame } from "../../messages/frame.ts";
import { words } from "../../messages/history.ts";
import { plural } from "../../messages/plural.ts";
import { call, path } from "../api.ts";
import { ask, openDialog } from "../dialog.ts";
import { element } from "../dom.ts";
import { announce, attempt, showError } from "../notice.ts";
import { relativeTime } from "../relative-time.ts";
import { type ComparedBlock, compareTexts } from "./compare.ts";
import { MarkedPrint } from "./marked-print.tsx";
import { byDay, timeOf } from "./timeline.ts";

/** Pages that are named before a tool is undone on them. */
const SHOWN = 5;

type Versions = z.infer<typeof VersionList>;
type Version = Versions["versions"][number];

export type HistoryOptions = {
  readonly pageId: string;
  /** Whether its text is a document; another is shown as it is written. */
  readonly isDocument: boolean;
  readonly canEdit: boolean;
  /** Who looks at it. */
  readonly userId: string;
  /** Sends what was typed and waits. */
  readonly save: () => Promise<void>;
};

export async function openHistory(options: HistoryOptions): Promise<void> {
  // What was typed last is a version too.
  await options.save().catch(() => undefined);
  const first = await load(options.pageId, null);
  const content = element("div");
  const dialog = openDialog(words.history, content);
  dialog.classList.add("wide");
  dialog.addEventListener("close", () => render(null, content));
  render(<History {...options} first={first} close={() => dialog.close()} />, content);
}

const load = (pageId: string, cursor: string | null): Promise<Versions> =>
  call("GET", path`/api/pages/${pageId}/versions` + (cursor === null ? "" : path`?cursor=${cursor}`));

/** Of the version before another, which the list may not have yet. */
async function numberBefore(pageId: string, version: number): Promise<number | null> {
  return (await call<VersionDiff>("GET", path`/api/pages/${pageId}/versions/${version}/diff`)).from;
}

const loadText = async (pageId: string, version: number): Promise<string> =>
  (await call<z.infer<typeof VersionText>>("GET", path`/api/pages/${pageId}/versions/${version}`)).content;

const authorOf = ({ author, token, others }: Version): string => {
  const name = author?.name ?? words.someone;
  const first = token ? frame.onBehalf(token.name, name) : name;
  return words.authors([first, ...others.map((other) => other.name)]);
};

type Props = HistoryOptions & { readonly first: Versions; readonly close: () => void };

function History({ first, close, ...options }: Props) {
  const [versions, setVersions] = useState(first.versions);
  const [older, setOlder] = useState(first.nextCursor);
  const [chosen, setChosen] = useState<Version | null>(first.versions[0] ?? null);
  const showOlder = async (): Promise<void> => {
    const more = await load(options.pageId, older);
    setVersions([...versions, ...more.versions]);
    setOlder(more.nextCursor);
  };
  if (versions.length === 0) return <p class="muted">{words.none}</p>;
  return (
    <div class="history">
      <div>
        <div role="group" aria-label={words.versions}>
          {byDay(versions, Date.now()).map(({ name, entries }) => (
            <section key={name} aria-label={name}>
              <h3 class="history-day">{name}</h3>
              <ul class="versions">
                {entries.map((version) => (
                  <Row
                    key={version.version}
                    version={version}
                    isChosen={version.version === chosen?.version}
                    choose={setChosen}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {older !== null && (
          <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, showOlder)}>
            {words.older}
          </button>
        )}
      </div>
      {chosen && (
        <Shown
          {...options}
          key={chosen.version}
          version={chosen}
          before={versions[versions.indexOf(chosen) + 1] ?? null}
          isNewest={chosen === versions[0]}
          close={close}
        />
      )}
    </div>
  );
}

type RowProps = {
  readonly version: Version;
  readonly isChosen: boolean;
  readonly choose: (version: Version) => void;
};

const Row = ({ version, isChosen, choose }: RowProps) => (
  <li>
    <button type="button" class="version" aria-pressed={isChosen} onClick={() => choose(version)}>
      <span>{authorOf(version)}</span>
      <time class="muted" datetime={version.until}>
        {timeOf(version.until)}
      </time>
    </button>
  </li>
);

type ShownProps = HistoryOptions & {
  readonly version: Version;
  /** The one before, as far as it is in the list. */
  readonly before: Version | null;
  readonly isNewest: boolean;
  readonly close: () => void;
};

type Texts = { readonly text: string; readonly before: string };

function Shown(props: ShownProps) {
  const { pageId, version, before, isDocument } = props;
  const [texts, setTexts] = useState<Texts | null>(null);
  const [showsChanges, setShowsChanges] = useState(true);
  useEffect(() => {
    let isGone = false;
    const loadBefore = async (): Promise<string> => {
      const number = before?.version ?? (await numberBefore(pageId, version.version));
      return number === null ? "" : loadText(pageId, number);
    };
    const show = async (): Promise<void> => {
      const [text, old] = await Promise.all([loadText(pageId, version.version), loadBefore()]);
      if (!isGone) setTexts({ text, before: old });
    };
    show().catch(showError);
    return () => {
      isGone = true;
    };
  }, [pageId, version.version, before?.version]);
  return (
    <div class="history-shown">
      <p class="actions">
        <button type="button" class="quiet" aria-pressed={showsChanges} onClick={() => setShowsChanges(!showsChanges)}>
          {words.changes}
        </button>
        <Acts {...props} />
      </p>
      <div class="preview" role="region" aria-label={words.textThen} tabIndex={0}>
        {texts === null ? (
          <p class="muted">{words.reading}</p>
        ) : (
          <Text {...texts} isDocument={isDocument} showsChanges={showsChanges} />
        )}
      </div>
    </div>
  );
}

type TextProps = Texts & { readonly isDocument: boolean; readonly showsChanges: boolean };

function Text({ text, before, isDocument, showsChanges }: TextProps) {
  if (text === "" && before === "") return <p class="muted">{words.empty}</p>;
  if (!isDocument) return <pre>{text}</pre>;
  const blocks: readonly ComparedBlock[] = compareTexts(showsChanges ? before : text, text);
  // Drawn anew as a whole: marks were put into what was printed.
  return <MarkedPrint key={String(showsChanges)} blocks={blocks} />;
}

const Acts = ({ pageId, version, isNewest, canEdit, userId, save, close }: ShownProps) => {
  if (!canEdit) return null;
  const restore = async (): Promise<void> => {
    await save();
    await call<Page>("POST", path`/api/pages/${pageId}/versions/${version.version}/restore`);
    close();
    announce(words.restored(relativeTime(version.until, Date.now())));
  };
  const { token, author } = version;
  return (
    <>
      {!isNewest && (
        <button type="button" onClick={({ currentTarget }) => attempt(currentTarget, restore)}>
          {words.restore}
        </button>
      )}
      {token && author?.id === userId && (
        <button
          type="button"
          class="quiet"
          onClick={({ currentTarget }) => attempt(currentTarget, () => undoTool(token, version.at, close))}
        >
          {words.undoSince(token.name)}
        </button>
      )}
    </>
  );
};

/** On every page: what a tool does seldom stays on one. */
async function undoTool(token: { id: string; name: string }, since: string, close: () => void): Promise<void> {
  const wanted = { tokenId: token.id, since };
  const { pages } = await call<Undone>("POST", "/api/history/undo", { ...wanted, dryRun: true });
  const titles = words.titles(pages.slice(0, SHOWN).map(({ title }) => title));
  const more = pages.length - SHOWN;
  const shown = more > 0 ? words.titlesAndMore(titles, plural(more, words.more)) : titles;
  if (!(await ask(words.undoAsked(token.name), words.takenOut(token.name, shown), words.undo))) return;
  const undone = await call<Undone>("POST", "/api/history/undo", wanted);
  close();
  const failed = undone.pages.filter(({ outcome }) => outcome === "failed").length;
  announce(failed === 0 ? words.takenBack(token.name) : plural(failed, words.failed));
}
