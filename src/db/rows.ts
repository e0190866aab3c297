/** The rows of every table, generated from migrations/main by `npm run db:types`; do not edit. */

export type AccountDeletionsRow = {
  user_id: string;
  email: string;
  by_admin: number;
  sent_at: number;
  mailed_at: number | null;
  erased_at: number | null;
  created_at: number;
};

export type ActivityRow = {
  grain: number;
  at: number;
  credential_id: string;
  kind: string;
  user_id: string;
};

export type AgentConfigsRow = {
  page_id: string;
  system_prompt: string;
  enabled_tools: string;
  ai_provider: string;
  ai_model: string;
  updated_at: number;
};

export type AiCallsRow = {
  id: string;
  at: number;
  user_id: string;
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cost: number;
};

export type AnalyticsEventsRow = {
  id: string;
  at: number;
  event: string;
  properties: string;
  user_id: string | null;
  weight: number;
};

export type AttachmentTextsRow = {
  file_id: string;
  page_id: string;
  content: string;
};

export type AuditOutboxRow = {
  id: string;
  entry: string;
  created_at: number;
};

export type BlobCandidatesRow = {
  generation: string;
  sha256: string;
  created_at: number;
};

export type BlobsRow = {
  generation: string;
  sha256: string;
  size: number;
  state: string;
  staged: number;
  condemned_at: number | null;
  created_at: number;
  sent_at: number;
};

export type ConnectionsRow = {
  id: string;
  low_id: string;
  high_id: string;
  requester_id: string;
  status: string;
  blocked_by: string | null;
  message: string;
  requested_at: number;
  accepted_at: number | null;
  updated_at: number;
};

export type ContactMessagesRow = {
  id: string;
  user_id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  mailed_at: number | null;
  created_at: number;
};

export type ConversionsRow = {
  file_id: string;
  generation: string;
  user_id: string;
  page_id: string;
  created_at: number;
};

export type DemotedAddressesRow = {
  address_hash: string;
  created_at: number;
};

export type DeviceTokensRow = {
  token_hash: string;
  device: string;
  generation: number;
  salt: string;
  created_at: number;
  expires_at: number;
  replaced_at: number | null;
};

export type DevicesRow = {
  id: string;
  user_id: string;
  device_id: string;
  name: string;
  platform: string;
  epoch: number;
  trust_score: number;
  suspicious_count: number;
  browser: string;
  os: string;
  country: string;
  region: string;
  latitude: number | null;
  longitude: number | null;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  revoked_at: number | null;
};

export type DriveMembersRow = {
  drive_id: string;
  user_id: string;
  role: string;
  rights: number;
  granted_by: string;
  created_at: number;
  invited_email: string | null;
};

export type DrivesRow = {
  id: string;
  owner_id: string;
  name: string;
  slug: string;
  page_count: number;
  trashed_at: number | null;
  created_at: number;
  updated_at: number;
  total_pages: number;
  text_bytes: number;
};

export type EditTicketsRow = {
  ticket: string;
  committed: number;
  created_at: number;
};

export type EmailChangesRow = {
  id: string;
  token_hash: string;
  user_id: string;
  email: string;
  previous_email: string;
  epoch: number;
  created_at: number;
  expires_at: number;
  mailed_at: number | null;
  used_at: number | null;
  claim_id: string | null;
};

export type ErrorLogRow = {
  id: string;
  at: number;
  route: string;
  message: string;
  stack: string;
  request_id: string;
  count: number;
};

export type FilesRow = {
  id: string;
  page_id: string;
  role: string;
  filename: string;
  mime_type: string;
  size: number;
  generation: string;
  created_by: string;
  status: string;
  run: number;
  attempts: number;
  error: string | null;
  metadata: string;
  created_at: number;
  updated_at: number;
};

export type IdentitiesRow = {
  issuer: string;
  subject: string;
  user_id: string;
  provider: string;
  email: string;
  created_at: number;
};

export type JobsOutboxRow = {
  id: string;
  job: string;
  created_at: number;
};

export type MagicLinksRow = {
  id: string;
  token_hash: string;
  email: string;
  binding_hash: string | null;
  next: string;
  created_at: number;
  expires_at: number;
  mailed_at: number | null;
  muted: number;
  used_at: number | null;
  claim_id: string | null;
  session_id: string | null;
  asked_by: string | null;
};

export type McpTokenDrivesRow = {
  token_id: string;
  drive_id: string;
};

export type McpTokensRow = {
  token_hash: string;
  id: string;
  user_id: string;
  name: string;
  last_four: string;
  scope_mode: string;
  read_only: number;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  can_share: number;
};

export type MentionsRow = {
  page_id: string;
  target_type: string;
  target_id: string;
  created_by: string;
  created_at: number;
};

export type MessageReadsRow = {
  page_id: string;
  user_id: string;
  last_read_id: string;
};

export type MessagesRow = {
  id: string;
  page_id: string;
  user_id: string | null;
  role: string;
  content: string;
  parent_message_id: string | null;
  created_at: number;
  edited_at: number | null;
  deleted_at: number | null;
};

export type MetricsRow = {
  grain: number;
  kind: string;
  at: number;
  name: string;
  count: number;
  failed: number;
  hits: number;
  inward: number;
  outward: number;
  cost: number;
  s2: number;
  s3: number;
  s4: number;
  s5: number;
  b0: number;
  b1: number;
  b2: number;
  b3: number;
  b4: number;
  b5: number;
  b6: number;
  b7: number;
  b8: number;
  b9: number;
  b10: number;
  b11: number;
  b12: number;
  b13: number;
  b14: number;
  b15: number;
  b16: number;
  b17: number;
  b18: number;
  b19: number;
  b20: number;
  b21: number;
  b22: number;
  b23: number;
  b24: number;
  b25: number;
  b26: number;
  b27: number;
  b28: number;
  b29: number;
  b30: number;
  b31: number;
};

export type MetricsRolledRow = {
  grain: number;
  until: number;
};

export type NotificationCountsRow = {
  user_id: string;
  total: number;
  unread: number;
};

export type NotificationsRow = {
  id: string;
  user_id: string;
  type: string;
  title: string;
  message: string;
  actor_id: string | null;
  page_id: string | null;
  drive_id: string | null;
  read_at: number | null;
  created_at: number;
};

export type OauthMarksRow = {
  state_hash: string;
  provider: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  claim_id: string | null;
};

export type PageContentsRow = {
  page_id: string;
  content: string;
};

export type PageGrantsRow = {
  page_id: string;
  user_id: string;
  rights: number;
  granted_by: string;
  created_at: number;
};

export type PagesRow = {
  id: string;
  drive_id: string;
  parent_id: string | null;
  title: string;
  type: string;
  position: number;
  revision: number;
  trashed_at: number | null;
  created_by: string;
  created_via: string;
  created_at: number;
  updated_at: number;
};

export type PasskeysRow = {
  credential_id: string;
  id: string;
  user_id: string;
  public_key: string;
  user_handle: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  clone_suspected_at: number | null;
};

export type PersonWordsRow = {
  word: string;
  user_id: string;
};

export type SearchDirtyRow = {
  page_id: string;
  since: number;
};

export type SentNoticesRow = {
  job_id: string;
  sent_at: number;
};

export type ServiceTokensRow = {
  token_hash: string;
  audience: string;
  resource_type: string;
  resource_id: string;
  action: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  claim_id: string | null;
};

export type SessionsRow = {
  token_hash: string;
  id: string;
  user_id: string;
  epoch: number;
  created_at: number;
  expires_at: number;
  last_seen_at: number;
  auth_time: number;
  method: string;
  ip: string;
  user_agent: string;
  device_id: string | null;
};

export type SocketTokensRow = {
  token_hash: string;
  session_id: string;
  user_id: string;
  epoch: number;
  page_id: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  claim_id: string | null;
};

export type SpentIdTokensRow = {
  token_hash: string;
  expires_at: number;
  claim_id: string;
};

export type StorageUsageRow = {
  user_id: string;
  bytes: number;
  files: number;
};

export type TokenPagesRow = {
  token_id: string;
  page_id: string;
  last_at: number;
};

export type UploadPartsRow = {
  upload_id: string;
  number: number;
  etag: string;
  size: number;
};

export type UploadsRow = {
  id: string;
  user_id: string;
  target: string;
  filename: string;
  size: number;
  store_upload_id: string;
  assembled: number;
  file_id: string | null;
  created_at: number;
  expires_at: number;
};

export type UsersRow = {
  id: string;
  name: string;
  email: string;
  login_email: string;
  image: string | null;
  role: string;
  provider: string;
  epoch: number;
  suspended_at: number | null;
  failed_passkeys: number;
  locked_until: number | null;
  confirm_links_until: number;
  created_at: number;
  updated_at: number;
  username: string | null;
  display_name: string | null;
  bio: string;
  discoverable: number;
  deleted_at: number | null;
};

export type WebauthnChallengesRow = {
  id: string;
  ceremony: string;
  challenge: string;
  bound_to: string;
  user_handle: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  claim_id: string | null;
  charged_at: number | null;
};
