/**
 * Dates as other tools export them: `March 5, 2026 2:30 PM (GMT+3) → 4:00 PM`, `27. Juli 2023`, `2026年9月14日`, `05/03/2026`.
 * They become days, days with a time, or ranges of two, without a zone. Pure.
 */
import { readDate } from "../../properties/values.ts";

/** Whether `01/02/2026` begins with the day or the month; null if that is unknown. */
export type DayOrder = "day" | "month" | null;

export type CellDate = {
  /** `2026-12-01`, `2026-12-01T14:30`, or two of them with a slash between. */
  readonly value: string;
  /** The time zone that the cell names, which the value lacks. */
  readonly zone: string | null;
};

/** Month names in the languages in which exports are common, each from the first month. */
const MONTHS = [
  "january february march april may june july august september october november december",
  "jan feb mar apr may jun jul aug sep oct nov dec",
  "januar februar märz april mai juni juli august september oktober november dezember",
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  "januari februari maart april mei juni juli augustus september oktober november december",
];
const MONTH_OF = new Map(MONTHS.flatMap((names) => names.split(" ").map((name, n) => [name, n + 1] as const)));

/** Longer cells are no dates. */
const MAX_LENGTH = 120;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/;

/** Decided by the first number above 12; null if no cell has one, or if they contradict each other. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  const parts = cells.flatMap((cell) => cell.slice(0, MAX_LENGTH).split(" → ")).map((part) => SLASHED.exec(part));
  const isDayFirst = parts.some((match) => Number(match?.[1]) > 12);
  const isMonthFirst = parts.some((match) => Number(match?.[2]) > 12);
  return isDayFirst === isMonthFirst ? null : isDayFirst ? "day" : "month";
}

/** Null for anything but a date or a range of two. */
export function readCellDate(cell: string, order: DayOrder): CellDate | null {
  if (cell.length > MAX_LENGTH) return null;
  const [first = "", second, ...more] = cell.split(" → ");
  const start = momentOf(first, order, null);
  if (start === null || more.length > 0) return null;
  const end = second === undefined ? null : momentOf(second, order, start.day);
  if (second !== undefined && end === null) return null;
  const value = [start, ...(end ? [end] : [])].map(({ day, time }) => day + time).join("/");
  return readDate(value) === null ? null : { value, zone: start.zone ?? end?.zone ?? null };
}

type Moment = { readonly day: string; readonly time: string; readonly zone: string | null };

/** `day` is that of the start: the end of a range may be a time alone. */
function momentOf(source: string, order: DayOrder, day: string | null): Moment | null {
  const [, words = "", zone = null] = /^([^()]*?)(?:\s*\(([^()]{1,40})\))?$/.exec(source.trim()) ?? [];
  const { rest, time } = splitTime(words);
  const own = rest === "" && time !== "" ? day : dayOf(rest, order);
  return own === null || time === null ? null : { day: own, time, zone };
}

const TIME =
  /^(.*?)[\s,T]*(?:(오전|오후|上午|下午|午前|午後)\s*)?(?<!\d)(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?:\s*([AP])\.?M\.?)?$/i;

/** The words before the time, and `THH:MM`; no time is empty, and an impossible one null. */
function splitTime(words: string): { readonly rest: string; readonly time: string | null } {
  const [, rest = "", before, hour, minute, after] = TIME.exec(words) ?? [];
  if (hour === undefined) return { rest: words, time: "" };
  const half = after?.toUpperCase() ?? (before === undefined ? "" : /오전|上午|午前/.test(before) ? "A" : "P");
  if (half === "") return { rest, time: `T${hour.padStart(2, "0")}:${minute}` };
  const isPossible = Number(hour) >= 1 && Number(hour) <= 12;
  const clock = (Number(hour) % 12) + (half === "P" ? 12 : 0);
  return { rest, time: isPossible ? `T${String(clock).padStart(2, "0")}:${minute}` : null };
}

function dayOf(words: string, order: DayOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(words) ?? /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]$/.exec(words); // oxfmt-ignore
  if (iso) return written(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(words);
  if (dotted) return written(dotted[3], dotted[2], dotted[1]);
  const slashed = SLASHED.exec(words);
  if (slashed?.[0] === words) {
    const [, a, b, year] = slashed;
    return order === null ? null : order === "day" ? written(year, b, a) : written(year, a, b);
  }
  const english = /^(\p{L}{3,10})\.? (\d{1,2}), (\d{4})$/u.exec(words);
  if (english) return written(english[3], monthOf(english[1]), english[2]);
  const named = /^(\d{1,2})(?:\.|er)?(?: de)? (\p{L}{3,10})\.?(?: de)? (\d{4})$/u.exec(words);
  return named && written(named[3], monthOf(named[2]), named[1]);
}

const monthOf = (name = ""): string | undefined => MONTH_OF.get(name.toLowerCase())?.toString();

const written = (year?: string, month?: string, day?: string): string | null =>
  year === undefined || month === undefined || day === undefined
    ? null
    : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
