/** Options for slow tests that try many variants of one thing: they only run with `E2E=all`, at night. */
export const nightly = { skip: process.env["E2E"] !== "all" };
