/** An edit of a text as its author read it, by line numbers or by content. */

/** Lines count from 1, ends are inclusive; `insert` puts lines before `startLine`, which may be one past the last. */
export type TextEdit =
  | {
      readonly op: "replace";
      readonly startLine: number;
      readonly endLine?: number | undefined;
      readonly content: string;
    }
  | { readonly op: "insert"; readonly startLine: number; readonly content: string }
  | { readonly op: "delete"; readonly startLine: number; readonly endLine?: number | undefined }
  | { readonly op: "append"; readonly content: string }
  | {
      readonly op: "replace_text";
      readonly oldText: string;
      readonly newText: string;
      readonly all?: boolean | undefined;
    };
