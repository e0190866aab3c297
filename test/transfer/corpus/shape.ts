/** Exports of other tools with the property values that an import should find, as data. */

/** `→Title` is a link to a page, `⎘name` a link to a file; a list is a list; null is no value. */
export type Expected = string | number | boolean | null | readonly string[];

export type ExpectedTable = {
  /** The title of the folder. */
  readonly title: string;
  /** Names with types. `people` are names in any type, `value` is whatever a formula or roll-up shows. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** The title of a page, and its values in the order of the columns. */
  readonly rows: readonly (readonly [title: string, ...values: Expected[]])[];
};

export type Sample = {
  readonly name: string;
  /** `<7>` in paths and texts is the id 7 of Notion, of 32 hexadecimal digits. */
  readonly files: Readonly<Record<string, string>>;
  readonly tables: readonly ExpectedTable[];
};

const idOf = (n: string): string => `1b${n.padStart(3, "0")}d3f805c8a4e7192${n.padStart(12, "0")}`;

/** Files with ids instead of their numbers. */
export const withIds = ({ files }: Sample): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(
      ([path, text]) =>
        [path, text].map((each) => each.replaceAll(/<(\d+)>/g, (_, n: string) => idOf(n))) as [string, string],
    ),
  );
