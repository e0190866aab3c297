/** Options of a test that takes long and tries one thing in many ways: it runs with `E2E=all`, for the night. */
export const nightly = { skip: process.env["E2E"] !== "all" };
