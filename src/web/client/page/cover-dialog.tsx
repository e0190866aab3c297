/** The dialog that chooses a cover: one of ours, an uploaded image, or an image of the drive. */
import { useEffect, useState } from "preact/hooks";
import type { FileTarget, PageFileList } from "../../../features/files/contract.ts";
import type { SearchAnswer, SearchResult } from "../../../features/search/contract.ts";
import { COVER_NAMES, fileCover, isCoverImage, parseCover } from "../../../kernel/cover.ts";
import { words } from "../../../words/page-cover.ts";
import { positionStep } from "../../shared/page-header.tsx";
import { Icon } from "../../shared/icons.tsx";
import { call, path } from "../api/api.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openTransfer } from "../uploads/send-file.ts";

type CoverChoice = {
  readonly driveId: string;
  /** Where an uploaded image goes. */
  readonly target: FileTarget;
  readonly current: string | null;
};

type Choose = (cover: string | null) => void;

const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i;
const PAUSE_MS = 200;

/** `chosen` gets null if the cover is to be removed. */
export function openCoverDialog(choice: CoverChoice, chosen: Choose): void {
  openRenderedDialog(words.title, ({ close, ended }) => {
    const choose: Choose = (cover) => {
      close();
      chosen(cover);
    };
    return <Covers {...choice} choose={choose} ended={ended} />;
  });
}

type CoversProps = CoverChoice & { readonly choose: Choose; readonly ended: AbortSignal };

const Covers = ({ driveId, target, current, choose, ended }: CoversProps) => (
  <div class="stack">
    <div class="covers" role="group" aria-label={words.ours}>
      {COVER_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          class={`cover cover-${name}`}
          aria-label={words[name]}
          title={words[name]}
          aria-pressed={name === current}
          onClick={() => choose(name)}
        />
      ))}
    </div>
    <Position current={current} choose={choose} />
    <Upload target={target} choose={choose} ended={ended} />
    <DriveImages driveId={driveId} choose={choose} />
    {current !== null && (
      <p class="actions">
        <button type="button" class="quiet danger" onClick={() => choose(null)}>
          {words.remove}
        </button>
      </p>
    )}
  </div>
);

/** The part of an image that its band shows. */
function Position({ current, choose }: { readonly current: string | null; readonly choose: Choose }) {
  const cover = parseCover(current ?? "");
  if (cover?.kind !== "file") return null;
  return (
    <label>
      {words.position}
      <select
        value={positionStep(cover.position)}
        onChange={({ currentTarget }) => choose(fileCover(cover.fileId, Number(currentTarget.value) * 25))}
      >
        {words.positions.map((name, step) => (
          <option key={name} value={step}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Upload({ target, choose, ended }: Pick<CoversProps, "target" | "choose" | "ended">) {
  const send = async (file: File): Promise<void> => {
    const silent = { sent: () => undefined, waiting: () => undefined };
    const { id, mimeType } = await openTransfer(file, () => Promise.resolve(target), silent).send(ended);
    if (isCoverImage(mimeType)) choose(fileCover(id));
    else announce(words.notImage);
  };
  return (
    <label class="cover-upload">
      {words.upload}
      <input
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) attempt(currentTarget, () => send(file));
        }}
      />
    </label>
  );
}

function DriveImages({ driveId, choose }: Pick<CoversProps, "driveId" | "choose">) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly SearchResult[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(
      () => attempt(null, async () => findImages(driveId, typed).then((images) => void (isOver || setFound(images)))),
      typed === "" ? 0 : PAUSE_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [driveId, typed]);
  const pick = async (pageId: string): Promise<void> => {
    const { files } = await call<PageFileList>("GET", path`/api/pages/${pageId}/files`);
    const file = files.find(({ role }) => role === "content");
    if (file && isCoverImage(file.mimeType)) choose(fileCover(file.id));
    else announce(words.notImage);
  };
  return (
    <>
      <input
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        autocomplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <ul class="rows destinations" aria-label={words.images}>
        {found?.map(({ pageId, title }) => (
          <li key={pageId}>
            <button type="button" class="quiet" onClick={() => attempt(null, () => pick(pageId))}>
              <Icon name="image" />
              <span class="truncate">{title}</span>
            </button>
          </li>
        ))}
        {found?.length === 0 && <li class="muted">{words.noImages}</li>}
      </ul>
    </>
  );
}

/** Without words, the images that were changed last, as far as their titles show that they are images. */
async function findImages(driveId: string, typed: string): Promise<readonly SearchResult[]> {
  const narrowed = typed === "" ? "&changedSince=2000-01-01T00:00:00Z" : path`&q=${typed}`;
  const { results } = await call<SearchAnswer>(
    "GET",
    path`/api/search?type=FILE&limit=50&driveId=${driveId}` + narrowed,
  );
  return typed === "" ? results.filter(({ title }) => IMAGE_NAME.test(title)) : results;
}
