/** Statements on the main database, for tests. */
import { env } from "cloudflare:workers";

/** A statement whose template values are bound as parameters. */
export const d1 = (parts: TemplateStringsArray, ...values: readonly unknown[]): D1PreparedStatement =>
  env.DB.prepare(parts.join("?")).bind(...values);
