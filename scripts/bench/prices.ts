/**
 * The cost of a million requests beyond the included amounts of Workers Paid, in US dollars. Prices of November 2026.
 */

/** US dollars per million. A call to an object is billed as a request and as 10 ms of 128 MB. */
const PRICES = {
  request: 0.3,
  rowRead: 0.001,
  rowWritten: 1,
  objectCall: 0.15 + 0.016,
  /** Written, read and deleted: three operations per message. */
  message: 1.2,
} as const;

type Counts = {
  readonly rowsRead: number;
  /** In D1 and in the objects' own databases, since the price is the same. */
  readonly rowsWritten: number;
  readonly objectCalls: number;
  readonly messages: number;
};

/** CPU time is omitted: at $0.02 per million milliseconds it is a hundredth of the rest. */
export const dollarsPerMillion = ({ rowsRead, rowsWritten, objectCalls, messages }: Counts): number =>
  PRICES.request +
  rowsRead * PRICES.rowRead +
  rowsWritten * PRICES.rowWritten +
  objectCalls * PRICES.objectCall +
  messages * PRICES.message;
