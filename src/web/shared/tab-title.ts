/** The title of a tab: a page begins with its icon. */
export const tabTitle = (title: string, icon: string | null = null): string =>
  `${icon === null ? "" : `${icon} `}${title} · Octavo`;
