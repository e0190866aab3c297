/** The history of a page: who changed what and when, through which tool, and restoring a version. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type * as z from "zod";
import type { Page, VersionDiff, VersionList, VersionText } from "../../../features/pages/contract.ts";
import type { Undone } from "../../../features/pages/undo/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/history.ts";
import { plural } from "../../../words/plural.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { relativeTime } from "../../shared/relative-time.ts";
import { Authors, classOf } from "./authors.ts";
import { compareTexts } from "./compare.ts";
import { MarkedPrint } from "./marked-print.tsx";
import { MarkedSource } from "./marked-source.tsx";
import { Happened } from "./happened.tsx";
import { loadThreadEvents, type ThreadEvent, withEvents } from "./thread-events.ts";
import { byDay, dayAndTime, timeOf } from "./timeline.ts";

/** Number of pages listed in the confirmation before undoing a tool's changes. */
const SHOWN = 5;

type Versions = z.infer<typeof VersionList>;
type Version = Versions["versions"][number];

export type HistoryOptions = {
  readonly pageId: string;
  /** True for a document; other texts are shown as source. */
  readonly isDocument: boolean;
  readonly canEdit: boolean;
  /** The current user. */
  readonly userId: string;
  /** Sends pending changes and waits. */
  readonly save: () => Promise<void>;
};

export async function openHistory(options: HistoryOptions): Promise<void> {
  // The latest typing belongs in the history too.
  await options.save().catch(() => undefined);
  const first = await load(options.pageId, null);
  openRenderedDialog(words.history, ({ close }) => <History {...options} first={first} close={close} />, "wide");
}

const load = (pageId: string, cursor: string | null): Promise<Versions> =>
  call("GET", path`/api/pages/${pageId}/versions` + (cursor === null ? "" : path`?cursor=${cursor}`));

/** The number of the previous version, which the list may not contain yet. */
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
  const [events, setEvents] = useState<readonly ThreadEvent[]>([]);
  useEffect(() => {
    loadThreadEvents(options.pageId).then(setEvents).catch(showError);
  }, [options.pageId]);
  const showOlder = async (): Promise<void> => {
    const more = await load(options.pageId, older);
    setVersions([...versions, ...more.versions]);
    setOlder(more.nextCursor);
  };
  const end = versions.at(-1)?.until;
  if (end === undefined) return <p class="muted">{words.none}</p>;
  return (
    <div class="history">
      <div>
        <div role="group" aria-label={words.versions}>
          {byDay(withEvents(versions, events, older === null ? null : end), Date.now()).map(({ name, entries }) => (
            <section key={name} aria-label={name}>
              <h3 class="history-day">{name}</h3>
              <ul class="versions">
                {entries.map((entry) =>
                  "threadId" in entry ? (
                    <Happened key={`${entry.threadId} ${entry.until}`} event={entry} close={close} />
                  ) : (
                    <Row
                      key={entry.version}
                      version={entry}
                      isChosen={entry.version === chosen?.version}
                      choose={setChosen}
                    />
                  ),
                )}
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
          older={versions.slice(versions.indexOf(chosen) + 1)}
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
  /** The earlier versions in the list, newest first. */
  readonly older: readonly Version[];
  readonly isNewest: boolean;
  readonly close: () => void;
};

/** The texts of a version and of those it is compared with, oldest first, each with its author. */
type Compared = { readonly before: string; readonly stages: readonly { readonly text: string; readonly by: string }[] };

/** Maximum number of older versions offered for comparison. */
const COMPARED = 20;

function Shown(props: ShownProps) {
  const { pageId, version, older, isDocument } = props;
  const [compared, setCompared] = useState<Compared | null>(null);
  const [showsChanges, setShowsChanges] = useState(true);
  const [base, setBase] = useState(0);
  useEffect(() => {
    let isGone = false;
    const show = async (): Promise<void> => {
      const next = await loadCompared(pageId, [version, ...older.slice(0, base)], older[base] ?? null);
      if (!isGone) setCompared(next);
    };
    show().catch(showError);
    return () => {
      isGone = true;
    };
  }, [pageId, version.version, base]);
  return (
    <div class="history-shown">
      <p class="actions">
        <button type="button" class="quiet" aria-pressed={showsChanges} onClick={() => setShowsChanges(!showsChanges)}>
          {words.changes}
        </button>
        {older.length > 1 && showsChanges && (
          <select
            aria-label={words.comparedWith}
            value={base}
            onChange={({ currentTarget: { value } }) => setBase(Number(value))}
          >
            {older.slice(0, COMPARED).map((each, at) => (
              <option key={each.version} value={at}>
                {at === 0 ? words.versionBefore : `${dayAndTime(each.until)} · ${authorOf(each)}`}
              </option>
            ))}
          </select>
        )}
        <Acts {...props} />
      </p>
      <div class="preview" role="region" aria-label={words.textThen} tabIndex={0}>
        {compared === null ? (
          <p class="muted">{words.reading}</p>
        ) : (
          <Text key={`${base} ${showsChanges}`} {...compared} isDocument={isDocument} showsChanges={showsChanges} />
        )}
      </div>
    </div>
  );
}

/** `versions` are newest first; `base` is the one before them, if the list contains it. */
async function loadCompared(pageId: string, versions: readonly Version[], base: Version | null): Promise<Compared> {
  const last = versions.at(-1);
  const number = base?.version ?? (last ? await numberBefore(pageId, last.version) : null);
  const [before, ...texts] = await Promise.all([
    number === null ? "" : loadText(pageId, number),
    ...versions.toReversed().map((each) => loadText(pageId, each.version)),
  ]);
  const by = versions.toReversed().map(authorOf);
  return { before, stages: texts.map((text, at) => ({ text, by: by[at] ?? words.someone })) };
}

type TextProps = Compared & { readonly isDocument: boolean; readonly showsChanges: boolean };

function Text({ before, stages, isDocument, showsChanges }: TextProps) {
  const text = stages.at(-1)?.text ?? "";
  const names = [...new Set(stages.map(({ by }) => by))];
  const authors = useMemo(
    () =>
      new Authors(
        names,
        before,
        stages.map((stage) => ({ text: stage.text, author: names.indexOf(stage.by) })),
      ),
    [before, stages],
  );
  if (text === "" && before === "") return <p class="muted">{words.empty}</p>;
  const lines = compareTexts(showsChanges ? before : text, text);
  const Marked = isDocument ? MarkedPrint : MarkedSource;
  return (
    <>
      {showsChanges && (
        <ul class="row wrap history-authors" aria-label={words.changesBy}>
          {names.map((name, at) => (
            <li key={name}>
              <span class={classOf(at)} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
      )}
      <Marked key={stages.length} lines={lines} authors={authors} />
    </>
  );
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

/** Undoes on all pages: a tool seldom changes only one. */
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
