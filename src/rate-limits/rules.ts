/** The table of named limits; whatever is not in it falls under the platform's own per-location limits. */
import { HOUR, MINUTE } from "../kernel/clock.ts";
import type { LimitRule } from "../kernel/limit.ts";

/** Rules of one row share a name; each dimension of it is counted by itself. */
export const LIMIT_RULES = {
  magicLinkSendByIp: { name: "magic-link/send", dimension: "ip", limit: 10, windowMs: 10 * MINUTE },
  // One customer of a hosting company commands a whole /48; of a provider of homes it has a few hundred.
  magicLinkSendByNetwork: { name: "magic-link/send", dimension: "network", limit: 50, windowMs: 10 * MINUTE },
  magicLinkSendByService: {
    name: "magic-link/send",
    dimension: "service",
    // SIGN_IN_MAILS_PER_HOUR takes its place.
    limit: 2_000,
    windowMs: HOUR,
    // Those who have an account go on being mailed; the others' answers must not tell that they have none.
    silent: true,
  },
  magicLinkUnprovenByService: {
    name: "magic-link/unproven",
    dimension: "service",
    // SIGN_IN_PROOF_ABOVE takes its place; without that setting nothing is counted.
    limit: 500,
    windowMs: HOUR,
    // Reaching it is answered with a challenge.
    silent: true,
  },
  magicLinkSendByEmail: {
    name: "magic-link/send",
    dimension: "email",
    limit: 3,
    windowMs: 10 * MINUTE,
    // Saying "too many mails to this address" would say that somebody else has been asking for it.
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
  // Offices come from one address, and all of them connect again after a deploy.
  socketOpenByIp: { name: "realtime", dimension: "ip", limit: 480, windowMs: MINUTE },
  socketOpenByUser: { name: "realtime", dimension: "user", limit: 120, windowMs: MINUTE },
  mcpTokenCreateByUser: { name: "mcp-tokens", dimension: "user", limit: 10, windowMs: HOUR },
  // Connectors of one company come from few addresses, for all of its customers.
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
    // Others may have asked for mail to the address; that is not for this one to know.
    silent: true,
  },
  accountEmailProofByIp: { name: "account/email-proof", dimension: "ip", limit: 20, windowMs: 10 * MINUTE },
  accountExportByUser: { name: "account/export", dimension: "user", limit: 5, windowMs: HOUR },
  uploadByUser: { name: "upload", dimension: "user", limit: 30, windowMs: MINUTE },
  pageCreateByUser: { name: "pages/create", dimension: "user", limit: 120, windowMs: MINUTE },
  bulkByUser: { name: "pages/bulk", dimension: "user", limit: 30, windowMs: MINUTE },
  exportByUser: { name: "export", dimension: "user", limit: 30, windowMs: HOUR },
  importByUser: { name: "import", dimension: "user", limit: 30, windowMs: HOUR },
  driveCreateByUser: { name: "drives/create", dimension: "user", limit: 60, windowMs: HOUR },
  searchByUser: { name: "search", dimension: "user", limit: 120, windowMs: MINUTE },
  peopleSearchByUser: { name: "people/search", dimension: "user", limit: 60, windowMs: MINUTE },
  // Giving access to pages and drives. Each hit may notify somebody and tells whether an id or address has an account;
  // a team of a hundred is added in one go.
  shareByUser: { name: "share", dimension: "user", limit: 120, windowMs: HOUR },
  // Each invitation mails an address that may be anybody's.
  invitationByUser: { name: "invitations", dimension: "user", limit: 60, windowMs: HOUR },
  invitationByEmail: {
    name: "invitations",
    dimension: "email",
    limit: 5,
    windowMs: 24 * HOUR,
    // Others may have invited the address; a refusal would reveal that.
    silent: true,
  },
  invitationOpenByIp: { name: "invitations/open", dimension: "ip", limit: 30, windowMs: 10 * MINUTE },
  // Each hit may notify an owner, who is asked by one person for one page once until it is answered.
  accessRequestByUser: { name: "access-requests", dimension: "user", limit: 20, windowMs: HOUR },
  connectionRequestByUser: { name: "connections", dimension: "user", limit: 30, windowMs: HOUR },
  contactByIp: { name: "contact", dimension: "ip", limit: 5, windowMs: HOUR },
  contactByUser: { name: "contact", dimension: "user", limit: 5, windowMs: HOUR },
  trackByIp: { name: "track", dimension: "ip", limit: 100, windowMs: MINUTE },
} as const satisfies Record<string, LimitRule>;
