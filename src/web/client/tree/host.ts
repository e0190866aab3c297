/** What the tree asks of the program around it, which is not imported here because it shows the tree itself. */

export type Host = {
  /** Resolves once the view is there, or the person has decided to stay where they are. */
  readonly navigate: (address: string) => Promise<void>;
  readonly openNewPage: (under: { readonly id: string; readonly title: string }) => Promise<void>;
  readonly duplicatePage: (id: string) => Promise<void>;
  readonly exportPage: (what: { readonly driveId: string; readonly pageId: string }) => Promise<void>;
};

export let host: Host = {
  navigate: async (address) => location.assign(address),
  openNewPage: async () => undefined,
  duplicatePage: async () => undefined,
  exportPage: async () => undefined,
};

export const setHost = (given: Host): void => {
  host = given;
};
