/** Tokens for live connections. Requesting one early makes it available by the time the live code has loaded. */
import { type Access, Denied, type GetAccess } from "../../../live-client/environment.ts";
import { ApiError, call, path } from "../api/api.ts";

/** Close codes for permanent rejections. */
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

/** Requests a token at once, for the first connection. */
export function prefetchAccess(pageId: string): GetAccess {
  const ask = accessTo(pageId);
  let first: ReturnType<GetAccess> | null = ask();
  // The connection handles a failure.
  first.catch(() => undefined);
  return () => {
    const access = first ?? ask();
    first = null;
    return access;
  };
}
