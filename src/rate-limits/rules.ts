/** The named rate limits; anything not listed is covered only by the platform's per-location limits. */
import { HOUR, MINUTE } from "../kernel/clock.ts";
import type { LimitRule } from "../kernel/limit.ts";

/** Rules of one route share a name; each dimension is counted separately. */
export const LIMIT_RULES = {
  magicLinkSendByIp: { name: "magic-link/send", dimension: "ip", limit: 10, windowMs: 10 * MINUTE },
  // A hosting customer controls a whole /48; at a residential ISP, a /48 holds a few hundred customers.
  magicLinkSendByNetwork: { name: "magic-link/send", dimension: "network", limit: 50, windowMs: 10 * MINUTE },
  magicLinkSendByService: {
    name: "magic-link/send",
    dimension: "service",
    // Overridden by SIGN_IN_MAILS_PER_HOUR.
    limit: 2_000,
    windowMs: HOUR,
    // Addresses with an account are still mailed; the answer must not reveal that others have none.
    silent: true,
  },
  magicLinkUnprovenByService: {
    name: "magic-link/unproven",
    dimension: "service",
    // Overridden by SIGN_IN_PROOF_ABOVE; if that is "off", nothing is counted.
    limit: 500,
    windowMs: HOUR,
    // Reaching it triggers a challenge.
    silent: true,
  },
  magicLinkSendByEmail: {
    name: "magic-link/send",
    dimension: "email",
    limit: 3,
    windowMs: 10 * MINUTE,
    // Answering "too many mails to this address" would reveal that others have requested links for it.
    silent: true,
  },
  magicLinkVerifyByIp: { name: "magic-link/verify", dimension: "ip", limit: 20, windowMs: 10 * MINUTE },
  providerSigninByIp: { name: "provider/signin", dimension: "ip", limit: 20, windowMs: 10 * MINUTE },
  providerReturnByIp: { name: "provider/return", dimension: "ip", limit: 20, windowMs: 5 * MINUTE },
  passkeyOptionsByIp: { name: "passkey/options", dimension: "ip", limit: 30, windowMs: 5 * MINUTE },
  passkeySigninByIp: { name: "passkey/signin", dimension: "ip", limit: 20, windowMs: 5 * MINUTE },
  passkeySigninByAccount: { name: "passkey/signin", dimension: "account", limit: 10, windowMs: 15 * MINUTE },
  passkeyRegisterByIp: { name: "passkey/register", dimension: "ip", limit: 20, windowMs: 15 * MINUTE },
  passkeyRegisterByUser: { name: "passkey/register", dimension: "user", limit: 5, windowMs: 15 * MINUTE },
  accountCreateByIp: { name: "account/create", dimension: "ip", limit: 10, windowMs: HOUR },
  deviceRegisterByIp: { name: "device/register", dimension: "ip", limit: 10, windowMs: HOUR },
  deviceRegisterByUser: { name: "device/register", dimension: "user", limit: 10, windowMs: HOUR },
  deviceRefreshByIp: { name: "device/refresh", dimension: "ip", limit: 60, windowMs: 5 * MINUTE },
  deviceRefreshByDevice: { name: "device/refresh", dimension: "device", limit: 10, windowMs: 5 * MINUTE },
  socketTokenByUser: { name: "socket-token", dimension: "user", limit: 60, windowMs: MINUTE },
  // All users of an office share one address and reconnect at once after a deploy.
  socketOpenByIp: { name: "realtime", dimension: "ip", limit: 480, windowMs: MINUTE },
  socketOpenByUser: { name: "realtime", dimension: "user", limit: 120, windowMs: MINUTE },
  mcpTokenCreateByUser: { name: "mcp-tokens", dimension: "user", limit: 10, windowMs: HOUR },
  // A vendor's connectors use a few addresses for all of its customers.
  oauthAuthorizeByIp: { name: "oauth/authorize", dimension: "ip", limit: 120, windowMs: 10 * MINUTE },
  oauthRegisterByIp: { name: "oauth/register", dimension: "ip", limit: 60, windowMs: HOUR },
  oauthTokenByIp: { name: "oauth/token", dimension: "ip", limit: 240, windowMs: 5 * MINUTE },
  oauthDeviceByIp: { name: "oauth/device", dimension: "ip", limit: 30, windowMs: 10 * MINUTE },
  oauthUserCodeByUser: { name: "oauth/user-code", dimension: "user", limit: 10, windowMs: 10 * MINUTE },
  oauthConsentByUser: { name: "oauth/consent", dimension: "user", limit: 20, windowMs: HOUR },
  accountPasswordByUser: { name: "account/password", dimension: "user", limit: 5, windowMs: 15 * MINUTE },
  accountEmailByUser: { name: "account/email", dimension: "user", limit: 5, windowMs: HOUR },
  accountEmailByEmail: {
    name: "account/email",
    dimension: "email",
    limit: 3,
    windowMs: HOUR,
    // Others may have requested mail to the address; this user must not learn that.
    silent: true,
  },
  accountEmailProofByIp: { name: "account/email-proof", dimension: "ip", limit: 20, windowMs: 10 * MINUTE },
  accountExportByUser: { name: "account/export", dimension: "user", limit: 5, windowMs: HOUR },
  // Each hit is one or more calls of a language model, and costs money.
  agentAskByUser: { name: "agent/ask", dimension: "user", limit: 10, windowMs: MINUTE },
  agentTryByUser: { name: "agent/try", dimension: "user", limit: 10, windowMs: 10 * MINUTE },
  uploadByUser: { name: "upload", dimension: "user", limit: 30, windowMs: MINUTE },
  pageCreateByUser: { name: "pages/create", dimension: "user", limit: 120, windowMs: MINUTE },
  bulkByUser: { name: "pages/bulk", dimension: "user", limit: 30, windowMs: MINUTE },
  exportByUser: { name: "export", dimension: "user", limit: 30, windowMs: HOUR },
  importByUser: { name: "import", dimension: "user", limit: 30, windowMs: HOUR },
  driveCreateByUser: { name: "drives/create", dimension: "user", limit: 60, windowMs: HOUR },
  // Each suggestion is a call to a model; the budgets of the day limit what they cost.
  suggestionByUser: { name: "suggestions", dimension: "user", limit: 20, windowMs: MINUTE },
  searchByUser: { name: "search", dimension: "user", limit: 120, windowMs: MINUTE },
  rowsByUser: { name: "rows", dimension: "user", limit: 240, windowMs: MINUTE },
  peopleSearchByUser: { name: "people/search", dimension: "user", limit: 60, windowMs: MINUTE },
  // Sharing pages and drives. Each hit may notify a user and reveals whether an id or address has an account; the limit
  // still lets a team of a hundred be added in one go.
  shareByUser: { name: "share", dimension: "user", limit: 120, windowMs: HOUR },
  // Each invitation sends mail to an arbitrary address.
  invitationByUser: { name: "invitations", dimension: "user", limit: 60, windowMs: HOUR },
  invitationByEmail: {
    name: "invitations",
    dimension: "email",
    limit: 5,
    windowMs: 24 * HOUR,
    // Others may have invited the address; a refusal would reveal that.
    silent: true,
  },
  signUpLinkByUser: { name: "sign-up-links", dimension: "user", limit: 20, windowMs: HOUR },
  invitationOpenByIp: { name: "invitations/open", dimension: "ip", limit: 30, windowMs: 10 * MINUTE },
  // Each hit may notify an owner; one user has at most one open request per page.
  accessRequestByUser: { name: "access-requests", dimension: "user", limit: 20, windowMs: HOUR },
  connectionRequestByUser: { name: "connections", dimension: "user", limit: 30, windowMs: HOUR },
  contactByIp: { name: "contact", dimension: "ip", limit: 5, windowMs: HOUR },
  contactByUser: { name: "contact", dimension: "user", limit: 5, windowMs: HOUR },
  // Each hit mails all administrators.
  alarmTestByUser: { name: "alarms/test", dimension: "user", limit: 5, windowMs: 10 * MINUTE },
  alarmTestByOperator: { name: "alarms/test", dimension: "service", limit: 5, windowMs: 10 * MINUTE },
  trackByIp: { name: "track", dimension: "ip", limit: 100, windowMs: MINUTE },
} as const satisfies Record<string, LimitRule>;
