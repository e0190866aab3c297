/** The first number of each message between a page's room and its clients. */
export const KIND = {
  sync: 0,
  awareness: 1,
  saved: 2,
  rights: 3,
  people: 4,
  refused: 5,
  mark: 6,
  document: 7,
  run: 8,
  threads: 9,
} as const;
