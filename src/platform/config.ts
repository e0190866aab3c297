/** Configuration: parsed once from the Worker's variables; a deployment with a bad one refuses to serve and says why. */
import { z } from "zod";
import { normalizeEmail } from "../kernel/email.ts";
import { PROVIDER_VARIABLES, providerFaults, readProviders, type ProviderA, type ProviderB } from "./providers.ts";

/** The value that makes `npm run dev` work without setup. Production refuses it. */
const DEVELOPMENT_SECRET = "octavo-development-root-secret-0000000000";
const DEVELOPMENT_ORIGIN = "http://localhost:8787";

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const Variables = z
  .object({
    ...PROVIDER_VARIABLES,
    ENVIRONMENT: z.enum(["development", "production"]),
    APP_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .refine(
        (url) => URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, ""),
        "must be an origin, without a path",
      )
      .transform((url) => new URL(url).origin)
      .optional(),
    ROOT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    ADMIN_EMAILS: z.string().default(""),
    EMAIL_FROM: z.string().default("octavo@localhost"),
    SESSION_LIFETIME_SECONDS: wholeNumber(604_800, 3_600, 2_592_000),
    SESSION_IDLE_SECONDS: wholeNumber(0, 0, 2_592_000),
    RATE_LIMIT_SCALE: z.coerce.number().positive().max(1_000_000).default(1),
    RATE_LIMIT_WAIT_MS: wholeNumber(750, 50, 60_000),
    STORAGE_QUOTA_BYTES: wholeNumber(10_000_000_000, 0, 1_000_000_000_000_000),
    TEXT_QUOTA_BYTES: wholeNumber(1_000_000_000, 0, 1_000_000_000_000),
    PAGE_QUOTA: wholeNumber(200_000, 0, 1_000_000_000),
    MONITORING: z.union([z.literal("off"), z.coerce.number().int().min(1).max(86_400)]).default(10),
    MAGIC_LINK_OPEN: z.enum(["literal", "adaptive", "confirm"]).default("adaptive"),
    WEBAUTHN_RP_ID: z
      .string()
      .regex(/^[a-z0-9.-]{1,253}$/, "must be a domain")
      .optional(),
  })
  .superRefine((vars, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const origin = vars.APP_ORIGIN ?? DEVELOPMENT_ORIGIN;
    const host = URL.canParse(origin) ? new URL(origin).hostname : "";
    const rpId = vars.WEBAUTHN_RP_ID ?? host;
    if (host !== rpId && !host.endsWith(`.${rpId}`))
      refuse("WEBAUTHN_RP_ID", "must be the host of APP_ORIGIN or a domain above it");
    for (const [name, message] of providerFaults(vars)) refuse(name, message);
    if (vars.ENVIRONMENT !== "production") return;
    if (vars.ROOT_SECRET === undefined)
      refuse("ROOT_SECRET", "is required in production: `wrangler secret put ROOT_SECRET`");
    if (vars.ROOT_SECRET === DEVELOPMENT_SECRET) refuse("ROOT_SECRET", "is the development value");
    if (vars.APP_ORIGIN === undefined)
      refuse("APP_ORIGIN", "is required in production, for example https://octavo.example.com");
    else if (!vars.APP_ORIGIN.startsWith("https://")) refuse("APP_ORIGIN", "must start with https:// in production");
  });

export type Config = {
  readonly production: boolean;
  /** Scheme, host and port the service is reached at; links and origin checks use this, never a Host header. */
  readonly origin: string;
  readonly rootSecret: string;
  readonly adminEmails: ReadonlySet<string>;
  readonly emailFrom: string;
  readonly sessionLifetimeMs: number;
  /** 0 = no idle timeout. */
  readonly sessionIdleMs: number;
  readonly rateLimitScale: number;
  /** How long a request waits for the limits to be counted, in ms. */
  readonly rateLimitWaitMs: number;
  /** What all files of one user may weigh together. */
  readonly storageQuotaBytes: number;
  /** What all drives of one owner may hold together: bytes of text, and pages. */
  readonly quotas: { readonly text: number; readonly pages: number };
  /** How often an isolate sends what it measured, in ms; null = it measures nothing. */
  readonly metricsEveryMs: number | null;
  readonly magicLinkOpen: "literal" | "adaptive" | "confirm";
  /** The domain passkeys belong to (WebAuthn relying party id). */
  readonly webauthnRpId: string;
  /** Null = sign-in there is off. */
  readonly providera: ProviderA | null;
  readonly providerb: ProviderB | null;
};

/** Thrown when variables are missing or wrong. The message names them and never shows their values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function parseConfig(variables: unknown): Config {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(`Octavo cannot start with this configuration: ${faults.join("; ")}.`);
  }
  const vars = parsed.data;
  const origin = vars.APP_ORIGIN ?? DEVELOPMENT_ORIGIN;
  return {
    production: vars.ENVIRONMENT === "production",
    origin,
    rootSecret: vars.ROOT_SECRET ?? DEVELOPMENT_SECRET,
    adminEmails: new Set(vars.ADMIN_EMAILS.split(",").map(normalizeEmail).filter(Boolean)),
    emailFrom: vars.EMAIL_FROM,
    sessionLifetimeMs: vars.SESSION_LIFETIME_SECONDS * 1000,
    sessionIdleMs: vars.SESSION_IDLE_SECONDS * 1000,
    rateLimitScale: vars.RATE_LIMIT_SCALE,
    rateLimitWaitMs: vars.RATE_LIMIT_WAIT_MS,
    storageQuotaBytes: vars.STORAGE_QUOTA_BYTES,
    quotas: { text: vars.TEXT_QUOTA_BYTES, pages: vars.PAGE_QUOTA },
    metricsEveryMs: vars.MONITORING === "off" ? null : vars.MONITORING * 1000,
    magicLinkOpen: vars.MAGIC_LINK_OPEN,
    webauthnRpId: vars.WEBAUTHN_RP_ID ?? new URL(origin).hostname,
    ...readProviders(vars),
  };
}

const parsed = new WeakMap<object, Config>();

/** The configuration of this isolate; variables never change while it lives. */
export function configOf(env: object): Config {
  const known = parsed.get(env);
  if (known) return known;
  const config = parseConfig(env);
  parsed.set(env, config);
  return config;
}
