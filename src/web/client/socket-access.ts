/** Tokens for live connections. Asked for at once, one is there when all that is live has been loaded. */
import { type Access, Denied, type GetAccess } from "../live/environment.ts";
import { ApiError, call, path } from "./api.ts";

/** Close codes that stand for refusals that are final. */
const FINAL: Readonly<Partial<Record<ApiError["code"], number>>> = {
  unauthenticated: 4401,
  forbidden: 4403,
  not_found: 4404,
};

/** `pageId` null: for the hub. */
export const accessTo =
  (pageId: string | null): GetAccess =>
  async () => {
    try {
      const query = pageId === null ? "" : path`?pageId=${pageId}`;
      return await call<Access>("GET", `/api/auth/socket-token${query}`);
    } catch (error) {
      const code = error instanceof ApiError ? FINAL[error.code] : undefined;
      throw code === undefined ? error : new Denied(code);
    }
  };

/** Asks now for what is wanted first. */
export function prefetchAccess(pageId: string): GetAccess {
  const ask = accessTo(pageId);
  let first: ReturnType<GetAccess> | null = ask();
  // Whether it failed is asked by the connection.
  first.catch(() => undefined);
  return () => {
    const access = first ?? ask();
    first = null;
    return access;
  };
}
