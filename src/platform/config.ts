/** Configuration, parsed once from the Worker's variables. A deployment with invalid variables refuses to serve and says why. */
import * as z from "zod";
import { DAY } from "../kernel/clock.ts";
import { normalizeEmail } from "../kernel/email.ts";
import { INSTANCE_VARIABLES, readInstanceConfig } from "./instance-variables.ts";
import { MODEL_VARIABLES, modelFaults, readModelConfig } from "./model-variables.ts";
import { PROVIDER_VARIABLES, providerFaults, readProviders } from "./providers.ts";
import { blankAsUndefined, integer } from "./variables.ts";

/** The value that makes `npm run dev` work without setup. Production refuses it. */
const DEVELOPMENT_SECRET = "octavo-development-root-secret-0000000000";
const DEVELOPMENT_ORIGIN = "http://localhost:8787";

const REQUIRED = "is required in production";
/** Ends messages about an installation that is not finished. Running it again continues it. */
export const COMPLETE_SETUP = "Complete the installation with `npm run setup`.";

const Origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, ""),
    "must be an origin, without a path",
  )
  .transform((url) => new URL(url).origin);

/** An address of a receiver; it often contains a secret. */
const optionalAddress = blankAsUndefined(
  z
    .url({ protocol: /^https?$/, error: "must be an https address" })
    .max(2_048)
    .optional(),
);

const Variables = z
  .object({
    ...PROVIDER_VARIABLES,
    ...MODEL_VARIABLES,
    ...INSTANCE_VARIABLES,
    ENVIRONMENT: z.enum(["development", "production"]),
    APP_ORIGIN: Origin.optional(),
    MCP_TOKEN_ORIGIN: Origin.optional(),
    ROOT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    ADMIN_EMAILS: z.string().default(""),
    EMAIL_FROM: blankAsUndefined(z.string().optional()),
    SESSION_LIFETIME_SECONDS: integer(604_800, 3_600, 2_592_000),
    SESSION_IDLE_SECONDS: integer(0, 0, 2_592_000),
    RATE_LIMIT_SCALE: z.coerce.number().positive().max(1_000_000).default(1),
    RATE_LIMIT_WAIT_MS: integer(2_500, 50, 60_000),
    STORAGE_QUOTA_BYTES: integer(10_000_000_000, 0, 1_000_000_000_000_000),
    TEXT_QUOTA_BYTES: integer(1_000_000_000, 0, 1_000_000_000_000),
    PAGE_QUOTA: integer(200_000, 0, 1_000_000_000),
    AUDIT_KEEP_DAYS: z.coerce
      .number()
      .int()
      .max(36_500)
      .refine((days) => days === 0 || days >= 30, "must be 0, for ever, or at least 30")
      .default(400),
    MONITORING: z.union([z.literal("off"), z.coerce.number().int().min(1).max(86_400)]).default(10),
    ALERT_WEBHOOK: optionalAddress,
    HEARTBEAT_URL: optionalAddress,
    MONITORING_TOKEN: blankAsUndefined(
      z
        .string()
        .regex(/^[!-~]+$/, "must be printable ASCII without spaces")
        .min(32, "must have at least 32 characters")
        .max(512)
        .optional(),
    ),
    SIGN_IN_MAILS_PER_HOUR: integer(2_000, 1, 1_000_000),
    SIGN_IN_PROOF_ABOVE: z.union([z.literal("off"), z.coerce.number().int().min(0).max(1_000_000)]).default("off"),
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
      refuse("WEBAUTHN_RP_ID", "must be the host of APP_ORIGIN or a parent domain of it");
    if (vars.MCP_TOKEN_ORIGIN !== undefined && new URL(vars.MCP_TOKEN_ORIGIN).host === new URL(origin).host)
      refuse("MCP_TOKEN_ORIGIN", "must have a different host than APP_ORIGIN");
    for (const [name, message] of [...providerFaults(vars), ...modelFaults(vars)]) refuse(name, message);
    if (vars.ENVIRONMENT !== "production") return;
    for (const name of ["ALERT_WEBHOOK", "HEARTBEAT_URL"] as const)
      if (vars[name]?.startsWith("https://") === false) refuse(name, "must start with https:// in production");
    if (vars.ROOT_SECRET === undefined) refuse("ROOT_SECRET", REQUIRED);
    if (vars.ROOT_SECRET === DEVELOPMENT_SECRET) refuse("ROOT_SECRET", "is the development value");
    if (vars.APP_ORIGIN === undefined) refuse("APP_ORIGIN", REQUIRED);
    else if (!vars.APP_ORIGIN.startsWith("https://")) refuse("APP_ORIGIN", "must start with https:// in production");
  });

export type Config = Readonly<ReturnType<typeof parseConfig>>;

/** Thrown when variables are missing or invalid. The message names them but never shows their values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function parseConfig(variables: unknown) {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    const remedy = parsed.error.issues.some(({ message }) => message === REQUIRED) ? ` ${COMPLETE_SETUP}` : "";
    throw new ConfigError(`Octavo cannot start with this configuration: ${faults.join("; ")}.${remedy}`);
  }
  const vars = parsed.data;
  const origin = vars.APP_ORIGIN ?? DEVELOPMENT_ORIGIN;
  const adminEmails: ReadonlySet<string> = new Set(vars.ADMIN_EMAILS.split(",").map(normalizeEmail).filter(Boolean));
  return {
    production: vars.ENVIRONMENT === "production",
    /** Public scheme, host and port of the service; links and origin checks use this, never the Host header. */
    origin,
    /** Origin that serves only MCP, for tools with their own token and without OAuth discovery; null disables it. */
    mcpTokenOrigin: vars.MCP_TOKEN_ORIGIN ?? null,
    rootSecret: vars.ROOT_SECRET ?? DEVELOPMENT_SECRET,
    adminEmails,
    /** Sender of mail, which development only prints; null = this installation sends none. */
    emailFrom: readSender(vars),
    sessionLifetimeMs: vars.SESSION_LIFETIME_SECONDS * 1000,
    /** 0 = no idle timeout. */
    sessionIdleMs: vars.SESSION_IDLE_SECONDS * 1000,
    rateLimitScale: vars.RATE_LIMIT_SCALE,
    /** How long (ms) a request waits for the rate limiter: two rounds to shards that start far away can take two seconds. */
    rateLimitWaitMs: vars.RATE_LIMIT_WAIT_MS,
    /** Total size of one user's files. */
    storageQuotaBytes: vars.STORAGE_QUOTA_BYTES,
    /** Limits over all drives of one owner: bytes of text, and pages. */
    quotas: { text: vars.TEXT_QUOTA_BYTES, pages: vars.PAGE_QUOTA },
    /** How long (ms) audit entries stay in their object; null = for ever. */
    auditKeepMs: vars.AUDIT_KEEP_DAYS === 0 ? null : vars.AUDIT_KEEP_DAYS * DAY,
    /** Interval (ms) at which an isolate sends its metrics; null = metrics are off. */
    metricsEveryMs: vars.MONITORING === "off" ? null : vars.MONITORING * 1000,
    /** Where alarms are posted, a secret; null = they are only mailed. */
    alertWebhook: vars.ALERT_WEBHOOK ?? null,
    /** Called after each successful run of the maintenance job, a secret; null = nothing is. */
    heartbeatUrl: vars.HEARTBEAT_URL ?? null,
    /** The credential of uptime monitors; null = they have no access. */
    monitoringToken: vars.MONITORING_TOKEN ?? null,
    /** Above this limit, sign-in links are mailed only to addresses with an account or an invitation. */
    signInMailsPerHour: vars.SIGN_IN_MAILS_PER_HOUR,
    /** Sign-in links per hour that are mailed without a proof of work; null = all. */
    signInProofAbove: vars.SIGN_IN_PROOF_ABOVE === "off" ? null : vars.SIGN_IN_PROOF_ABOVE,
    magicLinkOpen: vars.MAGIC_LINK_OPEN,
    /** The domain passkeys belong to (WebAuthn relying party id). */
    webauthnRpId: vars.WEBAUTHN_RP_ID ?? new URL(origin).hostname,
    ...readProviders(vars),
    ...readModelConfig(vars),
    ...readInstanceConfig(vars),
  };
}

/** Without a sender, only development sends mail, since it prints mail to its console. */
function readSender({ EMAIL_FROM, ENVIRONMENT }: z.infer<typeof Variables>): string | null {
  if (EMAIL_FROM === "none") return null;
  return EMAIL_FROM ?? (ENVIRONMENT === "production" ? null : "octavo@localhost");
}

const parsed = new WeakMap<object, Config>();

/** The configuration of this isolate, cached because variables do not change during its lifetime. */
export function configOf(env: object): Config {
  const known = parsed.get(env);
  if (known) return known;
  const config = parseConfig(env);
  parsed.set(env, config);
  return config;
}

/** True for requests to the MCP token host, where nothing may advertise OAuth. */
export const isTokenHost = (
  { mcpTokenOrigin }: Pick<Config, "mcpTokenOrigin">,
  { url }: Pick<Request, "url">,
): boolean => mcpTokenOrigin !== null && new URL(url).host === new URL(mcpTokenOrigin).host;
