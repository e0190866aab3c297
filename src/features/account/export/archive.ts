/**
 * The archive of a user's stored data: lists as JSON, then drives and files, and finally a manifest of what is included
 * and left out.
 */
import type { Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { safeName } from "../../../formats/transfer/names.ts";
import { toIso } from "../../../kernel/clock.ts";
import { authenticate } from "../../../permissions/authenticate.ts";
import { authorizeAdmin } from "../../../permissions/authorize-account.ts";
import { openPicture } from "../service.ts";
import { listEntriesOf } from "../../audit/service.ts";
import { findBytes } from "../../files/service.ts";
import { ZipWriter, driveArchive, type ArchiveCapacity } from "../../transfer/service.ts";
import { ROWS_PER_BATCH, type Line, type Listing } from "./json-store.ts";
import * as listings from "./listing-store.ts";
import * as store from "./store.ts";

/** Lists about the account itself, which an administrator's export also contains. */
const ACCOUNT_LISTS: readonly [string, Listing][] = [
  ["sessions.json", listings.sessions],
  ["devices.json", listings.devices],
  ["passkeys.json", listings.passkeys],
  ["tokens.json", listings.tokens],
  ["identities.json", listings.identities],
  ["email-changes.json", listings.emailChanges],
  ["drives.json", listings.drives],
];

/** Lists that mention pages and other people; only in the user's own export. */
const PERSONAL_LISTS: readonly [string, Listing][] = [
  ["memberships.json", listings.memberships],
  ["memberships-given.json", listings.membershipsGranted],
  ["permissions.json", listings.grants],
  ["permissions-given.json", listings.grantsCreated],
  ["access-requests.json", listings.accessRequests],
  ["invitations-sent.json", listings.invitationsSent],
  ["invitations-received.json", listings.invitationsReceived],
  ["connections.json", listings.connections],
  ["notifications.json", listings.notifications],
  ["muted-pages.json", listings.mutedPages],
  ["muted-drives.json", listings.mutedDrives],
  ["messages.json", listings.messages],
  ["reactions.json", listings.reactions],
  ["comment-threads.json", listings.commentThreads],
  ["comments.json", listings.comments],
  ["comment-reactions.json", listings.commentReactions],
  ["files.json", listings.files],
  ["uploads.json", listings.uploads],
  ["contact-messages.json", listings.contactMessages],
  ["agent-answers.json", listings.agentAnswers],
  ["agent-settings.json", listings.agentSettings],
  ["model-calls.json", listings.modelCalls],
];

/** Combined limit for all drives and the user's own files: below what an archive can contain and what one response may fetch. */
const CAPACITY: ArchiveCapacity = { files: 8_000, bytes: 3_000_000_000 };
/** Bytes buffered before they are sent. */
const SENT_PER_BATCH = 65_536;

type Pieces = AsyncGenerator<Uint8Array, void>;
type LeftOut = { readonly path: string; readonly reason: string };

export class PersonalArchive {
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #userId: string;
  readonly #writer = new ZipWriter();
  readonly #paths: string[] = [];
  readonly #leftOut: LeftOut[] = [];
  #capacity: { files: number; bytes: number } = { ...CAPACITY };

  constructor(deps: Deps, caller: Caller, userId: string) {
    this.#deps = deps;
    this.#caller = caller;
    this.#userId = userId;
  }

  /** Everything, for the user. Each round trip authenticates the session again. */
  async *write(about: store.About): Pieces {
    this.#add("account.json", about.json);
    if (about.image !== null) yield* this.#picture(about.image);
    for (const [path, listing] of [...ACCOUNT_LISTS, ...PERSONAL_LISTS])
      yield* this.#list(
        path,
        listing,
        async (query) => (await authenticate(this.#deps, this.#caller, [query])).results[0],
      );
    yield* this.#entries();
    yield* this.#drives();
    yield* this.#files();
    yield* this.#end("Pages and drives in the trash are not included. Restore them first to include them.");
  }

  /** The account without its contents, for an administrator. */
  async *writeAccount(about: store.About): Pieces {
    this.#add("account.json", about.json);
    for (const [path, listing] of ACCOUNT_LISTS)
      yield* this.#list(
        path,
        listing,
        async (query) => (await authorizeAdmin(this.#deps, this.#caller, "view", [query]))[1],
      );
    yield* this.#entries();
    yield* this.#end(
      "Pages, files, messages and content by other users are not included. Only the user can export those, in their settings.",
    );
  }

  #add(path: string, text: string): void {
    this.#paths.push(path);
    this.#writer.add(path, `${text}\n`);
  }

  *#taken(atLeast = SENT_PER_BATCH): Generator<Uint8Array, void> {
    if (this.#writer.waiting < atLeast) return;
    const written = this.#writer.take();
    if (written) yield written;
  }

  async *#list(path: string, listing: Listing, read: (query: ReturnType<Listing>) => Promise<Line[]>): Pieces {
    this.#paths.push(path);
    const utf8 = new TextEncoder();
    const entry = this.#writer.open(path, true);
    let isFirst = true;
    for (let cursor: string | null = ""; cursor !== null;) {
      const lines: Line[] = await read(listing(this.#userId, cursor));
      for (const { json } of lines) {
        entry.push(utf8.encode(`${isFirst ? "[\n" : ",\n"}${json}`));
        isFirst = false;
      }
      yield* this.#taken();
      cursor = lines.length < ROWS_PER_BATCH ? null : (lines.at(-1)?.cursor ?? null);
    }
    entry.push(utf8.encode(isFirst ? "[]\n" : "\n]\n"));
    entry.end();
  }

  /** If the audit log is unreachable, the rest is exported without it. */
  async *#entries(): Pieces {
    const path = "audit.jsonl";
    const utf8 = new TextEncoder();
    const first = await listEntriesOf(this.#deps, this.#userId, null).catch((error: unknown) => {
      this.#deps.log.warn("export.audit_log_unreachable", { error });
      return null;
    });
    if (first === null) return void this.#leftOut.push({ path, reason: "The audit log did not respond." });
    this.#paths.push(path);
    const entry = this.#writer.open(path, true);
    for (let page = first; ; page = await listEntriesOf(this.#deps, this.#userId, page.last)) {
      for (const line of page.lines) entry.push(utf8.encode(`${line}\n`));
      yield* this.#taken();
      if (page.last === null) break;
    }
    entry.end();
  }

  async *#picture(image: string): Pieces {
    const picture = await openPicture(this.#deps, this.#userId, image);
    if (picture === null) return;
    const extension = picture.filename.slice(picture.filename.lastIndexOf("."));
    yield* this.#bytes(`picture${extension}`, picture.stored.body);
  }

  async *#bytes(path: string, pieces: AsyncIterable<Uint8Array>): Pieces {
    this.#paths.push(path);
    const entry = this.#writer.open(path, false);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* this.#taken();
    }
    entry.end();
  }

  /** Each drive as the archive that its own export produces. */
  async *#drives(): Pieces {
    const { results } = await authenticate(this.#deps, this.#caller, [store.listLiveDrives(this.#caller)]);
    for (const { id, name } of results[0]) {
      const path = `drives/${safeName(name)} ${id}.zip`;
      try {
        const { took, pieces } = await driveArchive(this.#deps, this.#caller, id, this.#capacity);
        this.#take(took);
        yield* this.#bytes(path, pieces);
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== "payload_too_large" && error.code !== "not_found"))
          throw error;
        const reason =
          error.code === "not_found"
            ? "It was removed while this archive was created."
            : "It does not fit. Export it separately, or export its pages one by one.";
        this.#leftOut.push({ path, reason });
      }
    }
  }

  /** Files that the user uploaded to other owners' drives, as far as they may still see them there. */
  async *#files(): Pieces {
    for (let after = ""; ;) {
      const files = await this.#ownFiles(after);
      for (const file of files.filter(({ isShown }) => isShown)) {
        const path = `files/${file.id} ${safeName(file.filename)}`;
        if (this.#capacity.files < 1 || this.#capacity.bytes < file.size) {
          this.#leftOut.push({ path, reason: "It does not fit. Download it separately." });
          continue;
        }
        const stored = await findBytes(this.#deps, file);
        if (stored === null) continue;
        this.#take({ files: 1, bytes: file.size });
        yield* this.#bytes(path, stored.body);
      }
      const last = files.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async #ownFiles(after: string): Promise<store.OwnFile[]> {
    const { results } = await authenticate(this.#deps, this.#caller, [store.listOwnFiles(this.#caller, after)]);
    return results[0];
  }

  #take({ files, bytes }: ArchiveCapacity): void {
    this.#capacity = { files: this.#capacity.files - files, bytes: this.#capacity.bytes - bytes };
  }

  *#end(note: string): Generator<Uint8Array, void> {
    const contents = {
      format: "octavo-account",
      version: 1,
      exportedAt: toIso(this.#deps.now),
      note,
      contents: this.#paths,
      leftOut: this.#leftOut,
    };
    this.#writer.add("export.json", `${JSON.stringify(contents, null, 2)}\n`);
    this.#writer.end();
    yield* this.#taken(0);
  }
}
