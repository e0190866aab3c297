/** The text of unsaved local deletions, which Yjs itself discards. */
import * as Y from "yjs";

export class DeletedText {
  /** By client and clock. */
  readonly known = new Map<number, Map<number, string>>();

  keep(transaction: Y.Transaction): void {
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
      if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return;
      const { client, clock } = struct.id;
      const own = this.known.get(client) ?? new Map<number, string>();
      this.known.set(client, own.set(clock, struct.content.str));
    });
  }

  forget(): void {
    this.known.clear();
  }
}
