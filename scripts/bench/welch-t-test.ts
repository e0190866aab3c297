/** Whether two series of times could come from one distribution: Welch's t-test, as dudect uses it on running times. */

type Verdict = { readonly t: number; readonly means: readonly [number, number] };

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function variance(numbers: readonly number[], of: number): number {
  return numbers.reduce((sum, each) => sum + (each - of) ** 2, 0) / (numbers.length - 1);
}

/** Throws RangeError for series that are too short to vary. */
export function welch(a: readonly number[], b: readonly number[]): Verdict {
  if (a.length < 2 || b.length < 2) throw new RangeError("Each series needs two times at least.");
  const means = [mean(a), mean(b)] as const;
  const error = Math.sqrt(variance(a, means[0]) / a.length + variance(b, means[1]) / b.length);
  const apart = means[0] - means[1];
  return { t: apart === 0 ? 0 : apart / error, means };
}

/** The times up to that share of all of both: what a busy machine delays says nothing of the service. */
export function crop(a: readonly number[], b: readonly number[], share: number): [number[], number[]] {
  const pooled = [...a, ...b].toSorted((one, other) => one - other);
  const most = pooled[Math.ceil(pooled.length * share) - 1] ?? Infinity;
  return [a.filter((each) => each <= most), b.filter((each) => each <= most)];
}
