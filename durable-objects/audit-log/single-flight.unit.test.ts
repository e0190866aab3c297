/** Coalescing: runs never overlap, and no caller gets the result of a run that started before its call. */
import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.ts";

function createJob() {
  let running = 0;
  const job = { runs: 0, mostAtOnce: 0, fail: false };
  const run = singleFlight(async () => {
    running += 1;
    job.runs += 1;
    job.mostAtOnce = Math.max(job.mostAtOnce, running);
    const number = job.runs;
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    if (job.fail && number === 1) throw new Error("the first run fails");
    return number;
  });
  return { job, run };
}

test("shares one further run among all calls made during a run", async () => {
  const { job, run } = createJob();
  expect(await Promise.all([run(), run(), run(), run()])).toEqual([1, 2, 2, 2]);
  expect(await run()).toBe(3);
  expect(job.mostAtOnce).toBe(1);
});

test("starts no overlapping run when called at the moment a run ends", async () => {
  const { job, run } = createJob();
  const first = run();
  const queued = run();
  const late = first.then(() => run());
  await Promise.all([first, queued, late]);
  await Promise.all([run(), run().then(() => run())]);
  expect(job.mostAtOnce).toBe(1);
});

test("completes the queued run after the current one fails", async () => {
  const { job, run } = createJob();
  job.fail = true;
  const first = run();
  const second = run();
  await expect(first).rejects.toThrow("the first run fails");
  expect(await second).toBe(2);
  expect(await run()).toBe(3);
});
