/** The result of one check by `npm run doctor`. */
export type Finding = {
  readonly check: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** The command that fixes it, or what to do where there is none. */
  readonly fix?: string;
};

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail });
export const warning = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: "warning",
  detail,
  fix,
});
export const problem = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: "problem",
  detail,
  fix,
});

const MARKS = { ok: "ok     ", warning: "warning", problem: "problem" } as const;

export const print = ({ check, status, detail, fix }: Finding): string =>
  `${MARKS[status]}  ${check}: ${detail}${fix === undefined ? "" : `\n         fix: ${fix}`}`;
