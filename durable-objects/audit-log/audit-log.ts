/** The audit log's hash chain: a Durable Object that moves the outbox into the chain, verifies, lists and publishes it. */
import { DurableObject } from "cloudflare:workers";
import { type Signer, checkpointOrigin, createSigner } from "../../src/audit-log/checkpoint.ts";
import { toHex } from "../../src/audit-log/chain.ts";
import { chainFolder } from "../../src/audit-log/segment.ts";
import { type Config, ConfigError, configOf } from "../../src/platform/config.ts";
import { keysFor } from "../../src/platform/keys.ts";
import { type Log, createLog } from "../../src/platform/log.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";
import type { CopyCursor, StorageCopy, StoragePiece } from "../../src/rpc/storage-copy.ts";
import type {
  AuditLogRpc,
  ChainTip,
  ChainVerdict,
  Coverage,
  Drained,
  EntryFilter,
  EntryPage,
  ExportPage,
  Halt,
  Position,
  Publication,
  ChainRange,
} from "../../src/rpc/audit-log.ts";
import { Alarms } from "./alarms.ts";
import { ArchiveBucket } from "./archive-bucket.ts";
import { ArchivedEntries } from "./archived-entries.ts";
import { ChainCopier } from "./chain-copy.ts";
import { listWhole } from "./archived-listing.ts";
import { ChainReader } from "./chain-reader.ts";
import { ErasureStore } from "./erasure-store.ts";
import { exportChain } from "./listing.ts";
import { Outbox } from "./outbox.ts";
import { Pruner } from "./pruner.ts";
import { Publisher } from "./publisher.ts";
import { SegmentStore } from "./segment-store.ts";
import { singleFlight } from "./single-flight.ts";
import { ChainStore } from "./store.ts";
import { verifyChain } from "./verify-chain.ts";

/** The shard of objects that are not named by a number. */
const SHARD = 0;
const BATCH = 500;
const BATCHES_PER_CALL = 100;
const LOCAL_ORIGIN = "http://localhost:8787";

const pause = (): Promise<void> => scheduler.wait(0);

export class AuditLog extends DurableObject<Env> implements AuditLogRpc {
  readonly #store: ChainStore;
  readonly #segments: SegmentStore;
  readonly #archived: ArchivedEntries;
  readonly #erasures: ErasureStore;
  readonly #outbox: Outbox;
  readonly #alarms: Alarms;
  readonly #publisher: Publisher;
  readonly #pruner: Pruner;
  readonly #copier: ChainCopier;
  readonly #log: Log = createLog();
  readonly #drain = singleFlight(() => this.#moveOutbox());
  readonly #publish = singleFlight(() => this.#publishAll());
  /** Whether this chain matches the last signed one: unknown after each start until the object has checked. */
  #soundness: "unknown" | "sound" | Halt = "unknown";

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { APP_ORIGIN }: { APP_ORIGIN?: string; DB: D1Database } = env;
    const shard = /^\d{1,5}$/.test(ctx.id.name ?? "") ? Number(ctx.id.name) : SHARD;
    const newSalt = () => toHex(systemRandom(32));
    this.#store = new ChainStore(ctx.storage, { origin: APP_ORIGIN ?? LOCAL_ORIGIN, shard }, newSalt);
    this.#segments = new SegmentStore(ctx.storage, this.#store);
    this.#erasures = new ErasureStore(ctx.storage, this.#store);
    this.#outbox = new Outbox(env.DB);
    const archive = new ArchiveBucket(env.FILES, chainFolder(this.#store.header().shard));
    const alarms = new Alarms(this.#store, this.#outbox, this.#log);
    this.#alarms = alarms;
    this.#archived = new ArchivedEntries(this.#segments, archive, alarms);
    const parts = { store: this.#store, archive, alarms, reader: () => this.#reader(), pause };
    this.#publisher = new Publisher(parts);
    this.#pruner = new Pruner({ ...parts, segments: this.#segments, archived: this.#archived });
    this.#copier = new ChainCopier(ctx.storage, this.#store, this.#segments, archive);
  }

  /** Bytes that the object stores. */
  size(): Promise<number> {
    return Promise.resolve(this.ctx.storage.sql.databaseSize);
  }

  /** Moves the outbox into the chain. Safe to call at any time, also concurrently. */
  drain(): Promise<Drained> {
    return this.#drain();
  }

  /** Drains, writes full segments to the bucket, and signs a checkpoint if the chain has grown since the last one. */
  publish(): Promise<Publication> {
    return this.#publish();
  }

  /** Throws if the bucket is unreachable. */
  coverage(): Promise<Coverage> {
    return this.#publisher.coverage();
  }

  /** Recomputes the chain, or a range of it. */
  verify(stretch: ChainRange = {}): Promise<ChainVerdict> {
    return verifyChain(this.#reader(), stretch, pause);
  }

  /** Throws if a segment that only the bucket has is missing or was changed. */
  export(cursorSeq: number, limit: number): Promise<ExportPage> {
    return exportChain(this.#reader(), cursorSeq, limit);
  }

  entries(filter: EntryFilter, after: Position | null, limit: number): Promise<EntryPage> {
    return listWhole({ store: this.#store, segments: this.#segments, archived: this.#archived }, filter, after, limit);
  }

  /**
   * Erases the personal data stored beside the chain for a user, including signed-out entries with their email
   * addresses, and refuses to store more. Returns how many entries lost personal data; the chain stays verifiable.
   * Throws while the chain is halted, because entries waiting in the outbox would arrive after the erasure.
   */
  async erase(uid: string, email: string | null = null): Promise<number> {
    for (let more = true; more;) {
      const drained = await this.drain();
      if (drained.halted) throw new Error("The audit log stands still. Erase again once it moves on.");
      ({ more } = drained);
    }
    this.#erasures.refusePersonal(uid);
    let erased = 0;
    for (;;) {
      const some = this.#erasures.eraseSome(uid, email);
      if (some === 0) return erased;
      erased += some;
      await pause();
    }
  }

  tip(at: number | null): ChainTip {
    return this.#copier.tip(at);
  }

  /** Copies the chain for a backup, one piece at a time. */
  copyStorage(cursor: CopyCursor | null): StorageCopy {
    return this.#copier.copy(cursor);
  }

  /** Replaces the chain by a copy, one piece at a time; it accepts no entries until the last one. */
  restoreStorage(piece: StoragePiece): void {
    this.#copier.restore(piece);
    this.#soundness = "unknown";
  }

  setFilesAside(): Promise<boolean> {
    return this.#copier.setFilesAside();
  }

  async #moveOutbox(): Promise<Drained> {
    if (!(await this.#isSound())) return { appended: 0, duplicates: 0, more: false, halted: true };
    const moved = { appended: 0, duplicates: 0, more: true };
    for (let batch = 0; batch < BATCHES_PER_CALL && moved.more; batch += 1) {
      const rows = await this.#outbox.read(BATCH);
      moved.more = rows.length === BATCH;
      if (rows.length === 0) break;
      const appended = this.#store.append(rows);
      moved.appended += appended;
      moved.duplicates += rows.length - appended;
      // The output gate holds this statement back until the append is durable; a crash in between leaves duplicates.
      await this.#outbox.remove(rows.map(({ id }) => id));
    }
    return moved;
  }

  /**
   * Checks once after each start, and again on each call while the result is negative, so that a repair takes effect at
   * once.
   */
  async #isSound(): Promise<boolean> {
    if (this.#copier.isRestoring) return false;
    if (this.#soundness === "sound") return true;
    try {
      this.#soundness = (await this.#publisher.findHalt()) ?? "sound";
    } catch (error) {
      // An unverified chain appends nothing: entries wait in the outbox and none is lost.
      this.#log.warn("audit.vault_unreachable", { error });
    }
    return this.#soundness === "sound";
  }

  async #publishAll(): Promise<Publication> {
    await this.drain();
    const config = this.#findConfig();
    const signer = config && (await this.#createSigner(config));
    if (this.#soundness === "sound") {
      try {
        this.#soundness = (await this.#publisher.publish(signer)) ?? "sound";
      } catch (error) {
        // The previous checkpoint is still valid; the next run, a minute later, makes another.
        this.#log.warn("audit.publish_failed", { error });
      }
    }
    const isSound = this.#soundness === "sound";
    if (isSound && config && signer) await this.#pruneOld(config, signer);
    const halt = typeof this.#soundness === "string" ? null : this.#soundness;
    return {
      checkpoint: this.#publisher.last(),
      key: signer?.key ?? null,
      isSound,
      halt,
      problems: this.#alarms.open(),
    };
  }

  async #pruneOld({ auditKeepMs }: Config, { key }: Signer): Promise<void> {
    try {
      await this.#pruner.checkArchive();
      if (auditKeepMs !== null) await this.#pruner.prune(systemClock() - auditKeepMs, key);
    } catch (error) {
      // Nothing was removed; the next run, a minute later, tries again.
      this.#log.warn("audit.prune_failed", { error });
    }
  }

  #reader(): ChainReader {
    return new ChainReader(this.#store, this.#segments, this.#archived);
  }

  /** Null if the configuration is invalid: the chain continues, and checkpoints wait. */
  #findConfig(): Config | null {
    try {
      return configOf(this.env);
    } catch (error) {
      // A configuration error raises an alarm as soon as there is something to sign.
      if (error instanceof ConfigError) return null;
      throw error;
    }
  }

  async #createSigner({ rootSecret }: Config): Promise<Signer | null> {
    try {
      const seed = keysFor(rootSecret).raw("audit-checkpoint");
      return await createSigner(checkpointOrigin(this.#store.header()), seed);
    } catch (error) {
      this.#log.error("audit.signer_failed", { error });
      return null;
    }
  }
}
