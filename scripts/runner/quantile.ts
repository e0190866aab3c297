/** The value below which that share of the numbers lies; NaN if there are none. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);
