/**
 * Whether two series of times could have the same distribution: Welch's t-test, as used by dudect for execution times.
 */

type Verdict = { readonly t: number; readonly means: readonly [number, number] };

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

function variance(numbers: readonly number[], of: number): number {
  return numbers.reduce((sum, each) => sum + (each - of) ** 2, 0) / (numbers.length - 1);
}

/** Throws RangeError if a series is too short. */
export function welch(a: readonly number[], b: readonly number[]): Verdict {
  if (a.length < 2 || b.length < 2) throw new RangeError("Each series needs at least two times.");
  const means = [mean(a), mean(b)] as const;
  const error = Math.sqrt(variance(a, means[0]) / a.length + variance(b, means[1]) / b.length);
  const apart = means[0] - means[1];
  return { t: apart === 0 ? 0 : apart / error, means };
}

/**
 * Drops times above that quantile of both series combined: delays on a busy machine reveal nothing about the service.
 */
export function crop(a: readonly number[], b: readonly number[], share: number): [number[], number[]] {
  const pooled = [...a, ...b].toSorted((one, other) => one - other);
  const most = pooled[Math.ceil(pooled.length * share) - 1] ?? Infinity;
  return [a.filter((each) => each <= most), b.filter((each) => each <= most)];
}
