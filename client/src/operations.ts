/** The operations of the HTTP interface. Written by `npm run client:operations` from /api/openapi.json; a test compares. */

/** How a body is sent: as JSON, as the fields or the parts of a form, or as it is. */
export type BodyKind = "none" | "json" | "form" | "parts" | "bytes";
type Operation = { readonly method: string; readonly path: string; readonly body: BodyKind; readonly answer: "json" | "response" };

export type User = { id: string; name: string; email: string; image: (string | null); provider: "email" | "providera" | "both"; role: "user" | "admin" };
export type SignInFreshness = { userId: string; email: string; freshUntil: (string | null) };
export type Session = { id: string; current: boolean; method: string; ip: string; userAgent: string; createdAt: string; lastSeenAt: string; expiresAt: string; credentials: number };
export type Profile = { username: (string | null); displayName: (string | null); bio: string; discoverable: boolean };
export type Preferences = { language: ("en" | "de" | "ar" | null); appearance: "system" | "light" | "dark" };
export type Usage = { text: { used: number; limit: number }; pages: { used: number; limit: number }; drives: { used: number; limit: number }; files: { used: number; limit: number } };
export type AdminUser = { id: string; name: string; email: string; role: "user" | "admin"; driveCount: number; pageCount: number; messageCount: number; storedPages: number; textBytes: number; fileBytes: number; aiProvider: string; createdAt: string; suspended: boolean };
export type InstanceStatus = { signUp: { policy: "open" | "invited" | "domains" | "closed"; domains: (string)[] }; measuredAt: (string | null); usage: ({ resource: "text" | "pages" | "files" | "users" | "mails"; used: number; limit: (number | null) })[]; sizes: ({ store: "main" | "search" | "audit"; used: (number | null); limit: number; monthsUntilFull: (number | null) })[] };
export type DeletionPlan = { drives: ({ id: string; name: string; isTrashed: boolean; pageCount: number; memberCount: number; admins: ({ id: string; name: string; image: (string | null) })[] })[]; isLastAdministrator: boolean };
export type Page = { id: string; title: string; icon: (string | null); cover: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; content: string; driveId: string; parentId: (string | null); children: (PageSummary)[]; createdAt: string; updatedAt: string; position: number; revision: number; isTrashed: boolean; trashedAt: (string | null); createdBy: string; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean } };
export type PageSummary = { id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; parentId: (string | null); position: number; hasChildren: boolean; createdAt: string; updatedAt: string };
export type Message = { id: string; pageId: string; role: "user" | "assistant" | "system"; content: string; user: ({ id: string; name: string; image: (string | null) } | null); agent: (string | null); createdAt: string; editedAt: (string | null); deletedAt: (string | null); parentMessageId: (string | null); reactions: ({ emoji: string; users: ({ id: string; name: string })[] })[]; run: (RunSummary | null) };
export type RunSummary = { id: string; state: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled"; calls: ({ tool: string; state: "open" | "asked" | "done" | "failed" | "declined"; pageIds: (string)[] })[]; error: (string | null); isUndone: boolean };
export type PagePermission = { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean; userId: string; grantedBy: string; grantedAt: string; inheritedFrom: (string | null); user: { id: string; name: string; email: (string | null); image: (string | null) } };
export type SentInvitation = { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean; userId: null; role: "admin" | "member"; grantedBy: string; grantedAt: string; inheritedFrom: null; user: { id: null; name: string; email: string; image: null }; invitation: Invitation; link: string; isMailed: boolean };
export type Invitation = { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean; id: string; email: string; role: "admin" | "member"; invitedBy: { id: string; name: string }; invitedAt: string; expiresAt: string };
export type AccessRequest = { userId: string; message: string; requestedAt: string; user: { id: string; name: string; email: string; image: (string | null) } };
export type PageViewer = { id: string; name: string; image: (string | null); relation: "you" | "member" | "guest" };
export type SignUpLink = { id: string; createdBy: { id: string; name: string }; createdAt: string; expiresAt: string; maxUses: number; uses: number };
export type NewSignUpLink = { id: string; createdBy: { id: string; name: string }; createdAt: string; expiresAt: string; maxUses: number; uses: number; url: string };
export type SharedPage = { id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; updatedAt: string; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean }; path: ({ id: string; title: string })[]; sharedBy: ({ id: string; name: string } | null); sharedAt: string };
export type Drive = { id: string; name: string; slug: string; ownerId: string; role: "owner" | "admin" | "member"; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean }; isTrashed: boolean; trashedAt: (string | null); pageCount: number; location: ("wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | null); createdAt: string; updatedAt: string };
export type DriveMember = { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean; userId: string; role: "admin" | "member"; grantedBy: string; grantedAt: string; user: { id: string; name: string; email: (string | null); image: (string | null) } };
export type Passkey = { id: string; name: string; deviceType: "singleDevice" | "multiDevice"; backedUp: boolean; createdAt: string; lastUsedAt: (string | null); cloneSuspectedAt: (string | null) };
export type SignedIn = { user: User; csrfToken: string; isNewUser: boolean; sessionToken?: string; deviceToken?: string };
export type Device = { id: string; deviceId: string; name: string; platform: "web" | "desktop" | "ios" | "android"; trustScore: number; suspiciousCount: number; createdAt: string; lastUsedAt: string };
export type Refreshed = { sessionToken: string; csrfToken: string; deviceToken: string; trustScore: number; expiresAt: string };
export type SocketToken = { token: string; expiresAt: string; url: string };
export type McpToken = { id: string; name: string; lastFour: string; isScoped: boolean; readOnly: boolean; canShare: boolean; driveScopes: ({ id: string; name: string })[]; isApp: boolean; createdAt: string; lastUsedAt: (string | null); clientName: (string | null); expiresAt: (string | null); lastCall: ({ what: string; at: string; error: (string | null) } | null) };
export type SearchResult = { pageId: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; revision: number; path: string; snippet: string; highlights: ([number, number])[]; score: number };
export type FolderRow = { page: { id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; revision: number; createdAt: string; updatedAt: string }; values: Record<string, PropertyValue>; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean } };
export type PropertyValue = { value: ((string | number | boolean | (string)[]) | null); text: string; fits: boolean };
export type MyTask = { page: { id: string; title: string; icon: (string | null); driveId: string }; line: (number | null); source: string; isDone: boolean; canEdit: boolean; due: (string | null); priority: ("high" | "medium" | "low" | null); status: ({ key: string; label: string; color: (string | null) } | null); labels: (string)[]; estimate: (string | null); every: (string | null) };
export type AgentConfig = { systemPrompt: string; enabledTools: (string)[]; availableTools: (string)[]; aiProvider: string; aiModel: string; approval: "risky" | "writes" | "suggestions"; version: number; models: (AgentModel)[]; status: "ready" | "not_configured" | "unknown_model" };
export type AgentModel = { provider: string; model: string; window: number; price: ({ input: number; output: number } | null) };
export type AgentConfigVersion = { version: number; at: string; author: (string | null); agent: (string | null); settings: { systemPrompt: unknown; enabledTools: (string)[]; aiProvider: unknown; aiModel: unknown; approval: "risky" | "writes" | "suggestions" } };
export type ModelTrial = { key: "ok" | "failed" | "skipped"; streaming: "ok" | "failed" | "skipped"; tools: "ok" | "failed" | "skipped"; error: (string | null) };
export type Run = { id: string; pageId: string; agentPageId: string; agent: string; userId: string; questionId: string; state: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled"; steps: (({ seq: number; kind: "text"; text: string } | { seq: number; kind: "call"; tool: string; state: "open" | "asked" | "done" | "failed" | "declined"; pageIds: (string)[] }))[]; wasResumed: boolean; context: { used: number; window: number }; approval: ({ seq: number; tool: string; hash: string; reasons: ("trash" | "revert" | "move_between_drives" | "other_drive" | "post_elsewhere" | "many_pages" | "rewrite" | "read_outsiders" | "every_write" | "hidden_from_readers" | "hidden_from_target")[]; pageIds: (string)[]; driveIds: (string)[]; titles: (string)[]; content: (string | null); diffs: ({ pageId: string; diff: string })[]; hiddenFrom: ({ count: number; names: (string)[] } | null); expiresAt: number } | null) };
export type StructureNode = { title: string; icon?: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; content?: string; children?: (StructureNode)[] };
export type Transfer = { id: string; kind: "import" | "export"; driveId: string; pageId: (string | null); name: string; state: "running" | "paused" | "done" | "failed" | "cancelled"; stage: "reading" | "making" | "converting" | "publishing" | "naming" | "writing" | "packing" | "clearing" | "ended"; size: number; done: number; total: number; pages: number; files: number; links: number; changed: number; skipped: number; reason: (string | null); createdAt: string; endedAt: (string | null); expiresAt: (string | null) };
export type FileRecord = { id: string; filename: string; mimeType: string; size: number; processingStatus: ProcessingStatus; pageId: string; sha256: string; deduplicated: boolean };
export type ProcessingStatus = "pending" | "processing" | "completed" | "failed";
export type Processing = { pageId: string; fileId: string; processingStatus: ProcessingStatus; error: (string | null); attempts: number; updatedAt: string; metadata: Record<string, unknown> };
export type Upload = { uploadId: string; filename: string; size: number; partSize: number; parts: number; received: (number)[]; expiresAt: string };
export type FileOfPage = { id: string; filename: string; mimeType: string; size: number; processingStatus: ProcessingStatus; pageId: string; sha256: string; role: "content" | "previous" | "attachment"; createdBy: string; createdAt: string };
export type PostedMessage = { id: string; pageId: string; role: "user" | "assistant" | "system"; content: string; user: ({ id: string; name: string; image: (string | null) } | null); agent: (string | null); createdAt: string; editedAt: (string | null); deletedAt: (string | null); parentMessageId: (string | null); reactions: ({ emoji: string; users: ({ id: string; name: string })[] })[]; run: (RunSummary | null); started: (({ id: string; state: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled" } | { unavailable: "not_configured" | "unknown_model" | "limit_reached" | "too_many_queued"; message: string }) | null) };
export type Thread = { id: string; pageId: string; kind: "comment" | "suggestion"; target: ({ kind: "page" } | { kind: "text"; from: number; to: number; startLine: number; endLine: number } | { kind: "cells"; row: number; column: number; endRow: number; endColumn: number } | { kind: "picture"; x: number; y: number; width: number; height: number } | { kind: "pdf"; page: number; quote: unknown; occurrence: number }); state: "anchored" | "changed" | "detached"; quote: string; now: (string | null); replacement: (string | null); revision: number; createdAt: string; user: ({ id: string; name: string; image: (string | null) } | null); agent: (string | null); closed: ({ at: string; as: "resolved" | "task" | "accepted" | "rejected"; by: ({ id: string; name: string; image: (string | null) } | null); revision: (number | null) } | null); task: ({ pageId: string; line: (number | null); isDone: boolean } | null); comments: (Comment)[]; commentCount: number; isUnread: boolean; follows: boolean };
export type Comment = { id: string; threadId: string; content: string; user: ({ id: string; name: string; image: (string | null) } | null); agent: (string | null); authorName: (string | null); createdAt: string; editedAt: (string | null); deletedAt: (string | null); reactions: ({ emoji: string; users: ({ id: string; name: string })[] })[] };
export type Notification = { id: string; type: "PAGE_SHARED" | "PERMISSION_UPDATED" | "PERMISSION_REVOKED" | "MENTION" | "CONNECTION_REQUEST" | "CONNECTION_ACCEPTED" | "DRIVE_MEMBER_ADDED" | "FILE_PROCESSED" | "FILE_FAILED" | "SECURITY" | "ACCESS_REQUEST" | "ACCESS_DECLINED" | "COMMENT" | "COMMENT_REPLY" | "SUGGESTION" | "REMINDER"; title: string; message: string; read: boolean; createdAt: string; actorId: (string | null); pageId: (string | null); driveId: (string | null); threadId: (string | null); awaitsAnswer: boolean };
export type NotificationSettings = { off: ("PAGE_SHARED" | "PERMISSION_UPDATED" | "PERMISSION_REVOKED" | "MENTION" | "CONNECTION_REQUEST" | "CONNECTION_ACCEPTED" | "DRIVE_MEMBER_ADDED" | "FILE_PROCESSED" | "FILE_FAILED" | "ACCESS_REQUEST" | "ACCESS_DECLINED" | "COMMENT" | "COMMENT_REPLY" | "SUGGESTION" | "REMINDER")[] };
export type Person = { id: string; username: (string | null); displayName: (string | null); name: string; image: (string | null); email?: string };
export type Connection = { id: string; status: "pending" | "accepted" | "blocked" | "rejected" | "removed"; user: { id: string; name: string; image: (string | null) }; isRequester: boolean; message: string; requestedAt: string; acceptedAt: (string | null) };
export type DocumentRequest = ({ pageId: string; baseRevision?: number; expectedRevision?: number; operation: "read"; startLine?: number; endLine?: number } | { pageId: string; baseRevision?: number; expectedRevision?: number; operation: "replace"; startLine: number; endLine?: number; content: string } | { pageId: string; baseRevision?: number; expectedRevision?: number; operation: "insert"; startLine: number; content: string } | { pageId: string; baseRevision?: number; expectedRevision?: number; operation: "delete"; startLine: number; endLine?: number });
export type DocumentAnswer = { pageId: string; pageTitle: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; operation: "read" | "replace" | "insert" | "delete"; revision: number; totalLines: number; startLine: number; endLine: number; numberedLines: (string)[]; content: string; changed: boolean; warnings?: (string)[] };
export type McpDrive = { id: string; name: string; slug: string; pageCount: number };
export type PageReference = { pageId: string; title: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; driveSlug: (string | null); path: string };

export type Operations = {
  /** Accept suggestions as one edit of the page; those that no longer fit the text are reported */
  acceptSuggestions: { input: { params: { pageId: string }; body: { threadIds: ("all" | (string)[]); words?: Record<string, string> } }; answer: { revision: number; outcomes: (({ id: string; result: "accepted" | "already" } | { id: string; result: "differs"; now: string; merged: (string | null) } | { id: string; result: "refused"; reason: "words_gone" | "place_unsure" | "overlaps" | "not_open" }))[] } };
  /** Add an emoji reaction to a comment */
  addCommentReaction: { input: { params: { pageId: string; threadId: string; commentId: string; emoji: string } }; answer: Comment };
  /** Add a user to a drive as a member, or invite an email address */
  addDriveMember: { input: { params: { id: string }; body: { userId?: string; email?: string; role?: "admin" | "member"; canView?: true; canComment?: boolean; canEdit?: boolean; canShare?: boolean; canDelete?: boolean } }; answer: (DriveMember | SentInvitation) };
  /** Add an emoji reaction to a message */
  addReaction: { input: { params: { pageId: string; messageId: string; emoji: string } }; answer: Message };
  /** Request access to a page; the response does not reveal whether the page exists */
  askForAccess: { input: { params: { pageId: string }; body: { message?: string } }; answer: { success: true } };
  /** Ask about everything the caller can see; an agent answers in a chat of their own */
  askWorkspace: { input: { body: { content: string; title?: string } }; answer: { pageId: string; messageId: string; started: (({ id: string; state: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled" } | { unavailable: "not_configured" | "unknown_model" | "limit_reached" | "too_many_queued"; message: string }) | null) } };
  /** Start a background export of a drive, or of a page and its subpages, to an archive */
  beginExport: { input: { body: { driveId: string; pageId?: string; comments?: boolean } }; answer: Transfer };
  /** Start a background import of an archive uploaded in parts; a retry returns the same response */
  beginImport: { input: { body: { uploadId: string; tables?: "sheets" | "folders" } }; answer: Transfer };
  /** Start a multipart upload */
  beginUpload: { input: { body: { pageId?: string; driveId?: string; parentId?: string; purpose?: "import"; filename: string; size: number } }; answer: Upload };
  /** Block a user, connected or not: their actions no longer notify you */
  blockUser: { input: { body: { userId: string } }; answer: Connection };
  /** Stop an agent's answer */
  cancelRun: { input: { params: { pageId: string; runId: string } }; answer: { success: true } };
  /** Cancel an import or export and discard the pages created so far, or delete the archive of a completed export */
  cancelTransfer: { input: { params: { transferId: string } }; answer: Transfer };
  /** Cancel an upload */
  cancelUpload: { input: { params: { uploadId: string } }; answer: { success: true } };
  /** Accept or reject a connection request, or block or unblock a user */
  changeConnection: { input: { params: { id: string }; body: { action: "accept" | "reject" | "block" | "unblock" } }; answer: Connection };
  /** Always fails: accounts have no passwords and none can be set, so the current password is never right */
  changePassword: { input: { body: { currentPassword: string; newPassword: string } }; answer: { success: true } };
  /** Grant or revoke a user's administrator role; takes effect on their next request */
  changeRole: { input: { params: { id: string }; body: { role: "admin" | "user" } }; answer: { success: true } };
  /** Get the caller's rights on the page */
  checkPermissions: { input: { params: { pageId: string } }; answer: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean } };
  /** Complete an upload by joining its parts into one file; a retry returns the same response */
  completeUpload: { input: { params: { uploadId: string } }; answer: FileRecord };
  /** Confirm a new email address on its confirmation page: changes the address */
  confirmEmailProof: { input: { body: { token?: string; exp?: string; sig?: string; c?: string } }; answer: Response };
  /** Confirm a sign-in link on its confirmation page; must be sent by the same browser */
  confirmMagicLink: { input: { body: { token?: string; exp?: string; sig?: string; next?: string; c?: string } }; answer: Response };
  /** Open a WebSocket for a page, or for the caller's own notifications and changes */
  connect: { input: { query?: { pageId?: string; runs?: "1"; comments?: "1"; threads?: "1" } }; answer: Response };
  /** Send a message to the administrators */
  contact: { input: { body: { name: string; email: string; subject: string; message: string } }; answer: { success: true; id: string } };
  /** Create a document from the text of a FILE page; the file is kept */
  convertFile: { input: { params: { id: string } }; answer: { pageId: string; title: string; driveId: string; parentId: (string | null) } };
  /** Create a document from the text of a FILE page; the file is kept */
  convertFileByLink: { input: { params: { id: string } }; answer: { pageId: string; title: string; driveId: string; parentId: (string | null) } };
  /** Create a drive */
  createDrive: { input: { body: { name: string; location?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" } }; answer: Drive };
  /** Create an MCP token; only this response contains its raw value */
  createMcpToken: { input: { body: { name: string; driveIds?: (string)[]; readOnly?: boolean; canShare?: boolean; expiresInDays?: number } }; answer: { id: string; name: string; lastFour: string; isScoped: boolean; readOnly: boolean; canShare: boolean; driveScopes: ({ id: string; name: string })[]; isApp: boolean; createdAt: string; lastUsedAt: (string | null); clientName: (string | null); expiresAt: (string | null); lastCall: ({ what: string; at: string; error: (string | null) } | null); token: string } };
  /** Create a page in a drive */
  createPage: { input: { body: { driveId: string; title: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; parentId?: (string | null); content?: string; position?: number; icon?: (string | null); cover?: (string | null); idempotencyKey?: string } }; answer: Page };
  /** Create a link with which people can create an account where an invitation is required */
  createSignUpLink: { input: { body: { days?: number; maxUses?: number } }; answer: NewSignUpLink };
  /** Create a tree of pages, all or none */
  createStructure: { input: { body: { driveId: string; parentId?: (string | null); structure: (StructureNode)[] } }; answer: { success: true; createdPages: ({ id: string; title: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; path: string })[]; rootPages: ({ id: string; title: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; path: string })[]; stats: { totalCreated: number; byType: Record<string, number>; maxDepth: number } } };
  /** Suggest several changes of a page's text at once */
  createSuggestions: { input: { params: { pageId: string }; body: { baseRevision: number; changes: ({ from: number; to: number; replacement: string })[]; content?: string } }; answer: { threads: (Thread)[] } };
  /** Approve or decline the call that an agent's answer waits for */
  decideRun: { input: { params: { pageId: string; runId: string }; body: { seq: number; hash: string; answer: "once" | "further" | "no" } }; answer: { success: true } };
  /** Decline a request for access */
  declineAccess: { input: { params: { pageId: string; userId: string } }; answer: { success: true } };
  /** Permanently delete the account, with a choice for each drive it owns; requires a sign-in within the last ten minutes */
  deleteAccount: { input: { body: { drives?: ({ driveId: string; action: "delete" | "transfer"; toUserId?: string })[] } }; answer: { success: true } };
  /** Delete one of the caller's own comments, or any comment if the caller may delete the page */
  deleteComment: { input: { params: { pageId: string; threadId: string; commentId: string } }; answer: { success: true } };
  /** Permanently delete an attachment or a previous file of a FILE page */
  deleteFile: { input: { params: { id: string } }; answer: { success: true } };
  /** Delete one of the caller's own messages, or any message if the caller may delete the page */
  deleteMessage: { input: { params: { pageId: string; messageId: string } }; answer: { success: true } };
  /** Delete a notification */
  deleteNotification: { input: { params: { id: string } }; answer: { success: true } };
  /** Move many pages to the trash, all or none */
  deletePages: { input: { body: { pageIds: (string)[] } }; answer: { success: true; deletedPages: ({ id: string; title: string; deletedCount: number })[]; totalDeleted: number } };
  /** Delete a thread: one's own without comments by others, or any if the caller may delete the page */
  deleteThread: { input: { params: { pageId: string; threadId: string } }; answer: { success: true } };
  /** Permanently delete a user, with a choice for each drive they own */
  deleteUser: { input: { params: { id: string }; body: { drives?: ({ driveId: string; action: "delete" | "transfer"; toUserId?: string })[] } }; answer: { success: true } };
  /** Describe the live database: tables, columns, indexes, foreign keys and row counts */
  describeDatabase: { input: { params?: never }; answer: { tables: ({ name: string; rowCount: number; columns: ({ name: string; type: string; nullable: boolean; default: (string | null); primaryKey: boolean })[]; indexes: ({ name: string; unique: boolean; columns: (string)[] })[]; foreignKeys: ({ column: string; references: string })[] })[] } };
  /** Find the pages that a text refers to by path, page URL, page id or mention link */
  detectPaths: { input: { query: { text: (string | (string)[]) } }; answer: { results: ({ input: string; references: ({ match: string; kind: "path" | "url" | "id" | "mention"; status: "found" | "ambiguous" | "not_found"; pages: (PageReference)[] })[] })[] } };
  /** Get the line diff of a version against the previous version or another */
  diffVersion: { input: { params: { pageId: string; version: number }; query?: { from?: number } }; answer: { pageId: string; from: (number | null); to: number; added: number; removed: number; hunks: ({ oldStart: number; newStart: number; lines: ({ kind: "same" | "added" | "removed"; text: string })[] })[] } };
  /** Download the archive of a completed background export; available for a week */
  downloadExport: { input: { params: { transferId: string } }; answer: Response };
  /** Download a file as it was uploaded */
  downloadFile: { input: { params: { id: string } }; answer: Response };
  /** Edit one of the caller's own comments */
  editComment: { input: { params: { pageId: string; threadId: string; commentId: string }; body: { content: string } }; answer: Comment };
  /** Read a page with line numbers, or replace, insert or delete lines */
  editDocument: { input: { body: DocumentRequest }; answer: DocumentAnswer };
  /** Edit one of the caller's own messages */
  editMessage: { input: { params: { pageId: string; messageId: string }; body: { content: string } }; answer: Message };
  /** Export all data stored about the caller as a zip archive: JSON lists, and an export of each drive they own */
  exportAccount: { input: { params?: never }; answer: Response };
  /** Export the whole hash chain as JSON lines for the offline verifier */
  exportAudit: { input: { params?: never }; answer: Response };
  /** Export a drive's contents as a zip archive */
  exportDrive: { input: { params: { driveId: string }; query?: { comments?: "0" | "1" | "" | "true" | "false" } }; answer: Response };
  /** Export a page as its file or in its own format, as a zip archive with its subpages, or as a table of its subpages' properties */
  exportPage: { input: { params: { pageId: string }; query?: { format?: "text" | "zip" | "table"; comments?: "0" | "1" | "" | "true" | "false" } }; answer: Response };
  /** Export a user's account without its content: profile, sessions, devices, drive names and audit entries */
  exportUser: { input: { params: { id: string } }; answer: Response };
  /** Find the pages that a text refers to, for people */
  findPageReferences: { input: { query: { text: (string | (string)[]) } }; answer: { results: ({ input: string; references: ({ match: string; kind: "path" | "url" | "id" | "mention"; status: "found" | "ambiguous" | "not_found"; pages: (PageReference)[] })[] })[] } };
  /** Find one user by email address, id or username */
  findUsers: { input: { query?: { email?: string; id?: string; username?: string } }; answer: { users: ({ id: string; name: string; email: string; image: (string | null); role: "user" | "admin"; createdAt: string; suspendedAt: (string | null) })[] } };
  /** Get the account profile */
  getAccount: { input: { params?: never }; answer: User };
  /** Get the configuration of an AI_CHAT page's agent */
  getAgentConfig: { input: { params: { pageId: string } }; answer: AgentConfig };
  /** Get a user's profile picture */
  getAvatar: { input: { params: { userId: string; filename: string } }; answer: Response };
  /** Get a CSRF token bound to the current session */
  getCsrfToken: { input: { params?: never }; answer: { csrfToken: string; expiresAt: string } };
  /** Check every part of the service; 503 if one is down. Requires MONITORING_TOKEN as bearer token */
  getDeepHealth: { input: { params?: never }; answer: { status: "ok" | "degraded" | "down"; version: string; parts: ({ name: string; status: "ok" | "degraded" | "down"; latencyMs: number })[]; sweepAgeSeconds: (number | null); oldestOutboxSeconds: (number | null); oldestUnindexedSeconds: (number | null); sizes: { main: (number | null); search: (number | null); audit: (number | null) }; backlog: (number | null); deadLetters: { count: number; lastAt: (string | null) }; openAlarms: (number | null) } };
  /** Get a drive */
  getDrive: { input: { params: { id: string } }; answer: Drive };
  /** Check the service's health and version */
  getHealth: { input: { params?: never }; answer: { status: "ok"; version: string } };
  /** Get who may sign up, the instance's usage and limits, and the sizes of its databases */
  getInstanceStatus: { input: { params?: never }; answer: InstanceStatus };
  /** Get the signed-in user */
  getMe: { input: { params?: never }; answer: User };
  /** Get one of six metrics of service health and usage over a time range */
  getMetric: { input: { params: { metric: "system-health" | "api-metrics" | "user-activity" | "ai-usage" | "error-logs" | "performance" }; query?: { timeRange?: "1h" | "24h" | "7d" | "30d"; cursor?: string; limit?: number } }; answer: ({ timeRange: "1h" | "24h" | "7d" | "30d"; status: "ok" | "degraded" | "down"; uptime: number; memory: { limitBytes: number; usedBytes: null }; components: ({ name: string; status: "ok" | "degraded" | "down"; latencyMs: number })[]; sweep: ({ step: string; runs: number; failures: number; p95: (number | null) })[]; storage: { databaseBytes: number; fileBytes: number; fileCount: number } } | { timeRange: "1h" | "24h" | "7d" | "30d"; requests: number; errors: number; latency: { p50: (number | null); p95: (number | null); p99: (number | null) }; byStatus: { "2xx": number; "3xx": number; "4xx": number; "5xx": number }; byRoute: ({ route: string; requests: number; errors: number; p50: (number | null); p95: (number | null); p99: (number | null) })[]; series: ({ at: string; requests: number; errors: number; p95: (number | null) })[] } | { timeRange: "1h" | "24h" | "7d" | "30d"; activeUsers: number; newUsers: number; sessions: number; signIns: { ok: number; failed: number }; events: ({ event: string; count: number })[]; series: ({ at: string; activeUsers: number; sessions: number })[] } | { timeRange: "1h" | "24h" | "7d" | "30d"; calls: number; inputTokens: number; outputTokens: number; cost: number; byProvider: ({ provider: string; model: string; calls: number; inputTokens: number; outputTokens: number; cost: number })[]; byPerson: ({ userId: string; name: string; calls: number; inputTokens: number; outputTokens: number; cost: number })[]; byDrive: ({ driveId: string; owner: string; calls: number; inputTokens: number; outputTokens: number; cost: number })[]; byChat: ({ pageId: string; calls: number; inputTokens: number; outputTokens: number; cost: number })[]; unpricedCalls: number; series: ({ at: string; calls: number; inputTokens: number; outputTokens: number; cost: number })[] } | { timeRange: "1h" | "24h" | "7d" | "30d"; errors: ({ id: string; at: string; route: string; message: string; stack: string; requestId: string; count: number })[]; nextCursor: (string | null) } | { timeRange: "1h" | "24h" | "7d" | "30d"; queries: { count: number; p50: (number | null); p95: (number | null); p99: (number | null) }; slowQueries: ({ name: string; p95: (number | null); count: number })[]; cache: { hits: number; misses: number; hitRate: (number | null) }; rowsRead: number; rowsWritten: number; series: ({ at: string; queries: number; p95: (number | null); rowsRead: number; rowsWritten: number })[] }) };
  /** List the kinds of notification that the user has turned off */
  getNotificationSettings: { input: { params?: never }; answer: NotificationSettings };
  /** This API as an OpenAPI 3.1 document */
  getOpenApi: { input: { params?: never }; answer: Record<string, unknown> };
  /** Get a page with its text, children and latest messages */
  getPage: { input: { params: { pageId: string } }; answer: { id: string; title: string; icon: (string | null); cover: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; content: string; driveId: string; parentId: (string | null); children: (PageSummary)[]; createdAt: string; updatedAt: string; position: number; revision: number; isTrashed: boolean; trashedAt: (string | null); createdBy: string; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean }; messages: (Message)[]; nextMessageCursor: (string | null); openThreads: number; backlinks: ({ id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string })[] } };
  /** Get the public profile that other users can find */
  getProfile: { input: { params?: never }; answer: Profile };
  /** Get counters in the Prometheus text format. Requires MONITORING_TOKEN as bearer token */
  getPrometheusMetrics: { input: { params?: never }; answer: Response };
  /** API reference page */
  getReference: { input: { params?: never }; answer: Response };
  /** Get an agent's answer that is still being written, with what it waits for */
  getRun: { input: { params: { pageId: string; runId: string } }; answer: Run };
  /** Check whether the session counts as recently signed in, and until when */
  getSignInFreshness: { input: { params?: never }; answer: SignInFreshness };
  /** Create a token that opens one realtime connection within a minute */
  getSocketToken: { input: { query?: { pageId?: string } }; answer: SocketToken };
  /** Get a thread with all its comments */
  getThread: { input: { params: { pageId: string; threadId: string } }; answer: Thread };
  /** Get the progress of a background import or export */
  getTransfer: { input: { params: { transferId: string } }; answer: Transfer };
  /** Get the usage and the quotas of the user's drives and files */
  getUsage: { input: { params?: never }; answer: Usage };
  /** Get the page's text at a version */
  getVersion: { input: { params: { pageId: string; version: number } }; answer: { pageId: string; version: number; content: string } };
  /** Redirect the browser to provider A to sign in */
  goToProviderA: { input: { query?: { next?: string } }; answer: Response };
  /** Import the files of a zip archive as pages, all or none */
  importPages: { input: { params: { driveId: string }; query?: { parentId?: string; tables?: "sheets" | "folders" }; body: { file: Blob } }; answer: { success: true; createdPages: number; rootPages: ({ id: string; title: string; type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; path: string })[]; skipped: ({ path: string; reason: string })[]; changed: ({ path: string; reason: string })[]; stats: { files: number; byType: Record<string, number>; maxDepth: number; links: number } } };
  /** List requests for access to the page; requires the right to share it */
  listAccessRequests: { input: { params: { pageId: string } }; answer: { requests: (AccessRequest)[] } };
  /** List the earlier settings of an AI_CHAT page's agent, newest first */
  listAgentConfigVersions: { input: { params: { pageId: string } }; answer: { versions: (AgentConfigVersion)[] } };
  /** List open and recent alarms, and how far messages about them got */
  listAlarms: { input: { params?: never }; answer: { alarms: ({ id: string; event: "audit" | "dead_letter" | "sweep" | "size" | "quota" | "error_rate" | "mail" | "provider"; subject: string; detail: Record<string, (string | number)>; since: string; lastAt: string; endedAt: (string | null) })[]; channels: { webhook: { isConfigured: boolean; waiting: number; failures: number; lastSentAt: (string | null) }; mail: { isConfigured: boolean; waiting: number; failures: number; lastSentAt: (string | null) } }; sweptAt: (string | null) } };
  /** List audit entries, newest first */
  listAudit: { input: { query?: { kind?: string; userId?: string; q?: string; from?: string; to?: string; cursor?: string; limit?: number } }; answer: { entries: ({ seq: number; ip: (string | null); userAgent: (string | null); userId: (string | null); email: (string | null); head: string; entry: unknown })[]; nextCursor: (string | null); searchedTo: (string | null); unreadable: ({ first: number; last: number } | null) } };
  /** Get the page's breadcrumbs, from the drive's root to the page */
  listBreadcrumbs: { input: { params: { pageId: string } }; answer: ({ id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string })[] };
  /** List the page's direct children, by position */
  listChildren: { input: { params: { pageId: string } }; answer: (PageSummary)[] };
  /** List the user's connections, newest first */
  listConnections: { input: { query?: { status?: "accepted" | "pending" | "blocked"; cursor?: string; limit?: number } }; answer: { connections: (Connection)[]; nextCursor: (string | null) } };
  /** List the devices that stay signed in, most recently used first */
  listDevices: { input: { query?: { cursor?: string; limit?: number } }; answer: { devices: (Device)[]; nextCursor: (string | null) } };
  /** List pending invitations to the drive; requires the owner or an admin */
  listDriveInvitations: { input: { params: { id: string } }; answer: { invitations: (Invitation)[] } };
  /** List the owner and the members of a drive */
  listDriveMembers: { input: { params: { id: string }; query?: { cursor?: string; limit?: number } }; answer: { owner: { id: string; name: string; email: (string | null); image: (string | null) }; members: (DriveMember)[]; nextCursor: (string | null) } };
  /** List the pages below a page or at the root: one level, or the subtree in tree order */
  listDrivePages: { input: { params: { id: string }; query?: { parentId?: string; depth?: number; cursor?: string; limit?: number; treeLimit?: number } }; answer: { pages: (PageSummary)[]; nextCursor: (string | null) } };
  /** List the trashed pages of a drive, newest first */
  listDriveTrash: { input: { params: { id: string }; query?: { cursor?: string; limit?: number } }; answer: { pages: ({ id: string; title: string; icon: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; driveId: string; parentId: (string | null); position: number; hasChildren: boolean; createdAt: string; updatedAt: string; trashedAt: string })[]; nextCursor: (string | null) } };
  /** List the drives the caller owns or is a member of */
  listDrives: { input: { query?: { includeTrashed?: "0" | "1" | "" | "true" | "false" } }; answer: (Drive)[] };
  /** List the user's MCP tokens, newest first */
  listMcpTokens: { input: { params?: never }; answer: (McpToken)[] };
  /** List the messages of a CHANNEL or AI_CHAT page, oldest first; the cursor leads to older messages */
  listMessages: { input: { params: { pageId: string }; query?: { cursor?: string; limit?: number; parentMessageId?: string } }; answer: { messages: (Message)[]; nextCursor: (string | null); unreadCount: number; runs: ({ id: string; state: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled"; questionId: string; userId: string })[] } };
  /** List the muted pages and drives, which send no notifications about mentions or files */
  listMuted: { input: { params?: never }; answer: { pages: ({ id: string; title: string })[]; drives: ({ id: string; name: string })[] } };
  /** List the tasks of task lists that are assigned to the caller, by due date */
  listMyTasks: { input: { query?: { done?: "0" | "1" | "" | "true" | "false"; cursor?: string; limit?: number } }; answer: { tasks: (MyTask)[]; nextCursor: (string | null) } };
  /** List the user's notifications, newest first, with the total and unread counts */
  listNotifications: { input: { query?: { countOnly?: "0" | "1" | "" | "true" | "false"; limit?: number; offset?: number } }; answer: { notifications: (Notification)[]; totalCount: number; unreadCount: number } };
  /** List the files attached to a page, newest first */
  listPageFiles: { input: { params: { pageId: string }; query?: { cursor?: string; limit?: number } }; answer: { files: (FileOfPage)[]; nextCursor: (string | null) } };
  /** List pending invitations to the page; requires the right to share it */
  listPageInvitations: { input: { params: { pageId: string } }; answer: { invitations: (Invitation)[] } };
  /** List the users who can view the page and be mentioned on it (the caller, members and guests), filtered by name prefix */
  listPageViewers: { input: { params: { pageId: string }; query?: { q?: string; limit?: number } }; answer: { viewers: (PageViewer)[] } };
  /** List the user's passkeys, newest first */
  listPasskeys: { input: { params?: never }; answer: { passkeys: (Passkey)[] } };
  /** List who has which rights on the page, and where each right comes from */
  listPermissions: { input: { params: { pageId: string } }; answer: { owner: { id: string; name: string; email: (string | null); image: (string | null) }; permissions: (PagePermission)[] } };
  /** List the pages directly under a page with their properties, filtered, sorted and counted by them */
  listRows: { input: { params: { pageId: string }; body: { query?: (string | Record<string, unknown>); sort?: (string)[]; groupBy?: string; today?: string; cursor?: string; limit?: number } }; answer: { properties: ({ name: string; type: string; options: ({ label: string; color: (string | null); limit: (number | null) })[]; currency: (string | null) })[]; rows: (FolderRow)[]; nextCursor: (string | null); counts?: ({ value: (string | null); count: number })[]; isCountCut?: boolean } };
  /** List the user's active sessions */
  listSessions: { input: { query?: { cursor?: string; limit?: number } }; answer: { sessions: (Session)[]; nextCursor: (string | null) } };
  /** List the pages shared with the caller from drives they are not a member of */
  listSharedPages: { input: { query?: { cursor?: string; limit?: number } }; answer: { pages: (SharedPage)[]; nextCursor: (string | null) } };
  /** List the user's sign-up links, or everybody's for an administrator, and who may create an account */
  listSignUpLinks: { input: { params?: never }; answer: { policy: "open" | "invited" | "domains" | "closed"; links: (SignUpLink)[] } };
  /** List the comment threads and suggestions of a page, open ones in the order of their places */
  listThreads: { input: { params: { pageId: string }; query?: { state?: "open" | "resolved" | "detached" | "all"; mine?: "0" | "1" | "" | "true" | "false"; unread?: "0" | "1" | "" | "true" | "false"; cursor?: string; limit?: number } }; answer: { threads: (Thread)[]; revision: number; counts: { open: number; resolved: number; detached: number; unread: number }; nextCursor: (string | null) } };
  /** List the drives that the token may access */
  listToolDrives: { input: { params?: never }; answer: (McpDrive)[] };
  /** List the items that an import or export skipped or changed, and why */
  listTransferNotes: { input: { params: { transferId: string }; query?: { cursor?: string; limit?: number } }; answer: { notes: ({ kind: "changed" | "skipped"; path: string; reason: string })[]; nextCursor: (string | null) } };
  /** List the background imports and exports that the caller started in the last month, newest first */
  listTransfers: { input: { query?: { cursor?: string; limit?: number } }; answer: { transfers: (Transfer)[]; nextCursor: (string | null) } };
  /** List the CHANNEL and AI_CHAT pages of a drive that have unread messages */
  listUnreadPages: { input: { params: { id: string } }; answer: { pageIds: (string)[]; ancestorIds: (string)[] } };
  /** List all users with their usage, newest first; the Link header contains the next page (RFC 8288) */
  listUsers: { input: { query?: { q?: string; cursor?: string; limit?: number } }; answer: (AdminUser)[] };
  /** List the page's versions, newest first: one for each burst of edits by one author */
  listVersions: { input: { params: { pageId: string }; query?: { cursor?: number; limit?: number } }; answer: { versions: ({ version: number; author: ({ id: string; name: string } | null); token: ({ id: string; name: string } | null); others: ({ id: string; name: string })[]; at: string; until: string })[]; nextCursor: (string | null) } };
  /** Sign out: end the current session and its device, and the device whose token is sent */
  logOut: { input: { body?: { deviceToken?: string } }; answer: { success: true } };
  /** End all sessions of the user immediately; MCP tokens remain valid */
  logOutEverywhere: { input: { params?: never }; answer: { success: true } };
  /** Create a nonce for requesting an identity token from a provider; valid for one sign-in within five minutes */
  makeNativeNonce: { input: { params?: never }; answer: { nonce: string; expiresAt: string } };
  /** Mark all notifications as read */
  markAllNotificationsRead: { input: { params?: never }; answer: { success: true } };
  /** Mark one notification as read */
  markNotificationRead: { input: { params: { id: string } }; answer: { success: true } };
  /** Move many pages to a parent or a drive, all or none */
  movePages: { input: { body: { pageIds: (string)[]; targetDriveId: string; targetParentId?: (string | null); position?: number; after?: string; before?: string } }; answer: { success: true; movedCount: number; movedPages: ({ id: string; title: string; position: number })[] } };
  /** Mute a drive: no more notifications about its mentions and files */
  muteDrive: { input: { params: { driveId: string } }; answer: { success: true } };
  /** Mute a page: no more notifications about its mentions and files */
  mutePage: { input: { params: { pageId: string } }; answer: { success: true } };
  /** Get the options for creating a passkey; requires a recent sign-in */
  offerPasskeyRegistration: { input: { params?: never }; answer: { options: { challenge: string; rp: { id?: string; name: string }; user: { id: string; name: string; displayName: string } } } };
  /** Get a challenge for signing in with a passkey; the response does not depend on the user */
  offerPasskeySignIn: { input: { params?: never }; answer: { options: { challenge: string; rpId?: string; allowCredentials: (unknown)[] }; challengeId: string } };
  /** Open the link sent to a new email address: shows a page that asks for confirmation */
  openEmailProof: { input: { query?: { token?: string; exp?: string; sig?: string } }; answer: Response };
  /** Open a sign-in link: creates a session, sets its cookie and redirects */
  openMagicLink: { input: { query?: { token?: string; exp?: string; sig?: string; next?: string } }; answer: Response };
  /** Open a comment thread on a page, or on a part of it; a replacement makes it a suggestion */
  openThread: { input: { params: { pageId: string }; body: { target: ({ kind: "page" } | { kind: "text"; from: number; to: number } | { kind: "quote"; quote: string; before?: string; after?: string; line?: number } | { kind: "cells"; row: number; column: number; endRow: number; endColumn: number } | { kind: "picture"; x: number; y: number; width: number; height: number } | { kind: "pdf"; page: number; quote: string; occurrence: number }); baseRevision?: number; content?: string; replacement?: string } }; answer: Thread };
  /** Change the name or email address; a new address takes effect only after its emailed link is confirmed */
  patchAccount: { input: { body: { name?: string; email?: string } }; answer: User };
  /** Change the configuration of an AI_CHAT page's agent */
  patchAgentConfig: { input: { params: { pageId: string }; body: { systemPrompt?: string; enabledTools?: (string)[]; aiProvider?: string; aiModel?: string; approval?: "risky" | "writes" | "suggestions" } }; answer: AgentConfig };
  /** Change a member's role or rights */
  patchDriveMember: { input: { params: { id: string; userId: string }; body: { role?: "admin" | "member"; canView?: true; canComment?: boolean; canEdit?: boolean; canShare?: boolean; canDelete?: boolean } }; answer: DriveMember };
  /** Change a page's title or text; the text is merged with concurrent edits */
  patchPage: { input: { params: { pageId: string }; body: { title?: string; content?: string; baseRevision?: number; expectedRevision?: number; icon?: (string | null); cover?: (string | null) } }; answer: Page };
  /** Change username, display name, biography or whether other users can find this user */
  patchProfile: { input: { body: { username?: (string | null); displayName?: (string | null); bio?: string; discoverable?: boolean } }; answer: Profile };
  /** Resolve, reopen, follow, place anew, or link a thread to a task */
  patchThread: { input: { params: { pageId: string; threadId: string }; body: { isResolved?: boolean; target?: ({ kind: "page" } | { kind: "text"; from: number; to: number } | { kind: "quote"; quote: string; before?: string; after?: string; line?: number } | { kind: "cells"; row: number; column: number; endRow: number; endColumn: number } | { kind: "picture"; x: number; y: number; width: number; height: number } | { kind: "pdf"; page: number; quote: string; occurrence: number }); baseRevision?: number; task?: ({ pageId: string; line: number; baseRevision: number } | null); follows?: boolean } }; answer: Thread };
  /** Preview the deletion of the account: the drives it owns, each with the admins who could take it over */
  planAccountDeletion: { input: { params?: never }; answer: DeletionPlan };
  /** Preview the deletion of a user; lists drives and their admins, never their content */
  planUserDeletion: { input: { params: { id: string } }; answer: DeletionPlan };
  /** Reply in a thread */
  postComment: { input: { params: { pageId: string; threadId: string }; body: { content: string } }; answer: Comment };
  /** Post a message or a reply */
  postMessage: { input: { params: { pageId: string }; body: { content: string; parentMessageId?: (string | null) } }; answer: PostedMessage };
  /** Preview the access that a member would lose with the drive */
  previewMemberRemoval: { input: { params: { id: string; userId: string } }; answer: { pages: number } };
  /** Preview the access that a user would keep after their rights on the page are removed */
  previewRevocation: { input: { params: { pageId: string; userId: string } }; answer: { rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean }; pagesBelow: number } };
  /** Get the processing status of a FILE page's file, and the extracted metadata */
  processingStatus: { input: { params: { pageId: string } }; answer: Processing };
  /** Permanently delete a trashed drive and its contents */
  purgeDrive: { input: { params: { driveId: string } }; answer: { success: true } };
  /** Permanently delete a trashed page and its subpages */
  purgePage: { input: { params: { pageId: string } }; answer: { success: true } };
  /** Record how far the caller has read */
  readMessages: { input: { params: { pageId: string }; body: { messageId: string } }; answer: { success: true } };
  /** Mark threads as read up to their newest comments */
  readThreads: { input: { params: { pageId: string }; body: { threadIds: (string)[] } }; answer: { success: true } };
  /** Exchange a device token for a session and the next token */
  refreshDevice: { input: { body: { deviceToken: string; deviceId: string } }; answer: Refreshed };
  /** Exchange a phone's device token for a session and the next token */
  refreshMobileDevice: { input: { body: { deviceToken: string; deviceId: string; platform: "ios" | "android" } }; answer: Refreshed };
  /** Register the current session's device; only this response contains its token */
  registerDevice: { input: { body: { deviceId: string; deviceName?: string; platform: "web" | "desktop" | "ios" | "android" } }; answer: { deviceToken: string; device: Device } };
  /** Add a passkey: submit the browser's response to the options */
  registerPasskey: { input: { body: { response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; attestationObject: string; transports?: (string)[] } }; name?: string } }; answer: Passkey };
  /** Reject suggestions: those of others if the caller may edit the page, and one's own */
  rejectSuggestions: { input: { params: { pageId: string }; body: { threadIds: ("all" | (string)[]) } }; answer: { threadIds: (string)[] } };
  /** Remove the profile picture */
  removeAvatar: { input: { params?: never }; answer: { success: true } };
  /** Remove the caller's own emoji reaction from a comment */
  removeCommentReaction: { input: { params: { pageId: string; threadId: string; commentId: string; emoji: string } }; answer: Comment };
  /** Remove a connection, withdraw a request, or unblock a user */
  removeConnection: { input: { params: { id: string } }; answer: { success: true } };
  /** Remove a member, or leave the drive */
  removeDriveMember: { input: { params: { id: string; userId: string } }; answer: { success: true } };
  /** Remove a passkey, even the last one; requires a recent sign-in */
  removePasskey: { input: { params: { id: string } }; answer: { success: true } };
  /** Remove the caller's own emoji reaction from a message */
  removeReaction: { input: { params: { pageId: string; messageId: string; emoji: string } }; answer: Message };
  /** Rename a drive; its slug does not change */
  renameDrive: { input: { params: { id: string }; body: { name?: string } }; answer: Drive };
  /** Rename many pages by a pattern, all or none */
  renamePages: { input: { body: { pageIds: (string)[]; pattern: ({ type: "find_replace"; find: string; replace: string; caseSensitive?: boolean } | { type: "prefix"; text: string } | { type: "suffix"; text: string } | { type: "template"; template: string }) } }; answer: { success: true; renamedCount: number; unchangedCount: number; renamedPages: ({ id: string; oldTitle: string; newTitle: string })[] } };
  /** Create and email a new link for an invitation to the drive; the old link stops working */
  renewDriveInvitation: { input: { params: { id: string; invitationId: string } }; answer: { invitation: Invitation; link: string; isMailed: boolean } };
  /** Create and email a new link for an invitation to the page; the old link stops working */
  renewPageInvitation: { input: { params: { pageId: string; invitationId: string } }; answer: { invitation: Invitation; link: string; isMailed: boolean } };
  /** Move a page under another parent of its drive, or to another position */
  reorderPage: { input: { body: { pageId: string; parentId: (string | null); position: number; after?: string; before?: string } }; answer: Page };
  /** Process the file of a FILE page again */
  reprocessFile: { input: { params: { pageId: string } }; answer: Processing };
  /** Send a connection request */
  requestConnection: { input: { body: { userId: string; message?: string } }; answer: Connection };
  /** Revoke all sessions, devices, passkeys, MCP tokens and links of the user immediately */
  resetCredentials: { input: { params?: never }; answer: { success: true } };
  /** Restore a drive from the trash */
  restoreDrive: { input: { params: { id: string } }; answer: Drive };
  /** Restore a page from the trash to its previous place */
  restorePage: { input: { params: { pageId: string } }; answer: { id: string; title: string; icon: (string | null); cover: (string | null); type: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; content: string; driveId: string; parentId: (string | null); children: (PageSummary)[]; createdAt: string; updatedAt: string; position: number; revision: number; isTrashed: boolean; trashedAt: (string | null); createdBy: string; rights: { canView: boolean; canComment: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean }; restoredToRoot: boolean } };
  /** Restore the page's text to a version; an ordinary edit that can be undone the same way */
  restoreVersion: { input: { params: { pageId: string; version: number } }; answer: Page };
  /** Resume an import or export that paused because its session or token ended */
  resumeTransfer: { input: { params: { transferId: string } }; answer: Transfer };
  /** Provider A's callback: creates a session, sets its cookie and redirects */
  returnFromProviderA: { input: { query?: { code?: string; state?: string; error?: string; iss?: string } }; answer: Response };
  /** Provider B's callback (form post): creates a session, sets its cookie and redirects */
  returnFromProviderB: { input: { body: { code?: string; state?: string; error?: string; iss?: string; id_token?: string; user?: string } }; answer: Response };
  /** Revoke a device with its token and sessions; their next request is rejected */
  revokeDevice: { input: { params: { id: string } }; answer: { success: true } };
  /** Revoke an invitation to the drive */
  revokeDriveInvitation: { input: { params: { id: string; invitationId: string } }; answer: { success: true } };
  /** Revoke an MCP token; its next request is rejected */
  revokeMcpToken: { input: { params: { id: string } }; answer: { success: true } };
  /** Revoke an invitation to the page and the access it granted */
  revokePageInvitation: { input: { params: { pageId: string; invitationId: string } }; answer: { success: true } };
  /** Remove a user's rights on the page */
  revokePermission: { input: { params: { pageId: string }; body: { userId: string } }; answer: { success: true } };
  /** End one session and its devices; with `withCredentials`, also the passkeys and tokens that were created in it */
  revokeSession: { input: { params: { id: string }; query?: { withCredentials?: "0" | "1" | "" | "true" | "false" } }; answer: { success: true } };
  /** Revoke a sign-up link; accounts created with it stay */
  revokeSignUpLink: { input: { params: { id: string } }; answer: { success: true } };
  /** Search pages, best match first: by title, then by text; without a query, the most recently changed pages */
  search: { input: { query?: { q?: string; driveId?: string; type?: "DOCUMENT" | "FOLDER" | "TASK_LIST" | "SHEET" | "CODE" | "CANVAS" | "CHANNEL" | "AI_CHAT" | "FILE"; authorId?: string; changedSince?: string; cursor?: string; limit?: number } }; answer: { results: (SearchResult)[]; nextCursor: (string | null) } };
  /** Search for users to connect with */
  searchConnections: { input: { query: { q: string; limit?: number } }; answer: { users: (Person)[] } };
  /** Search discoverable users by name or by exact email address */
  searchUsers: { input: { query: { q: string; limit?: number } }; answer: { users: (Person)[] } };
  /** Email a sign-in link to an address */
  sendMagicLink: { input: { body: { email: string; next?: string; proof?: string; signUpToken?: string } }; answer: { message: string } };
  /** Upload one part; every part but the last has the upload's part size */
  sendPart: { input: { params: { uploadId: string; part: number }; body: Blob }; answer: { part: number; size: number } };
  /** Upload a profile picture: PNG, JPEG, GIF or WebP, at most 5 MB and 4096 pixels per side */
  setAvatar: { input: { body: { file: Blob } }; answer: { image: (string | null) } };
  /** Set which kinds of notification are off; kinds not listed are on */
  setNotificationSettings: { input: { body: { off: ("PAGE_SHARED" | "PERMISSION_UPDATED" | "PERMISSION_REVOKED" | "MENTION" | "CONNECTION_REQUEST" | "CONNECTION_ACCEPTED" | "DRIVE_MEMBER_ADDED" | "FILE_PROCESSED" | "FILE_FAILED" | "ACCESS_REQUEST" | "ACCESS_DECLINED" | "COMMENT" | "COMMENT_REPLY" | "SUGGESTION" | "REMINDER")[] } }; answer: NotificationSettings };
  /** Grant a user rights on the page, which replace inherited rights, or invite an email address */
  setPermission: { input: { params: { pageId: string }; body: { userId?: string; email?: string; canView?: boolean; canComment?: boolean; canEdit?: boolean; canShare?: boolean; canDelete?: boolean } }; answer: (PagePermission | SentInvitation) };
  /** Choose the language and the appearance of the user interface */
  setPreferences: { input: { body: { language: ("en" | "de" | "ar" | null); appearance: "system" | "light" | "dark" } }; answer: Preferences };
  /** Get the progress of an upload: the parts received */
  showUpload: { input: { params: { uploadId: string } }; answer: Upload };
  /** Sign in with the credential from provider A's one-tap prompt */
  signInByOneTap: { input: { body: { credential: string; nonce?: string; g_csrf_token?: string } }; answer: SignedIn };
  /** Sign in with an identity token from provider A */
  signInByProviderAToken: { input: { body: { idToken: string; nonce?: string; signUpToken?: string; deviceId?: string; deviceName?: string; platform?: "web" | "desktop" | "ios" | "android" } }; answer: SignedIn };
  /** Sign in with an identity token from provider B */
  signInByProviderBToken: { input: { body: { identityToken: string; nonce?: string; signUpToken?: string; givenName?: string; familyName?: string; deviceId?: string; deviceName?: string; platform?: "web" | "desktop" | "ios" | "android" } }; answer: SignedIn };
  /** Sign in on a phone or tablet with an identity token from provider A, and register the device */
  signInOnMobileByProviderA: { input: { body: { idToken: string; nonce?: string; signUpToken?: string; deviceId: string; deviceName?: string; platform: "ios" | "android" } }; answer: SignedIn };
  /** Sign in with a passkey: submit the authenticator's response to the challenge */
  signInWithPasskey: { input: { body: { response: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: (string | null) } }; challengeId: string; deviceId?: string; deviceName?: string; platform?: "web" | "desktop" | "ios" | "android" } }; answer: SignedIn };
  /** Get the URL at provider A to send the browser to */
  startProviderA: { input: { body: { next?: string } }; answer: { url: string } };
  /** Get the URL at provider B to send the browser to */
  startProviderB: { input: { body: { next?: string } }; answer: { url: string } };
  /** Ask the model for a suggestion to replace a part of the page's text; streams JSON lines, writes nothing */
  suggestText: { input: { params: { pageId: string }; body: { action: "rewrite" | "shorten" | "translate" | "continue" | "outline" | "instruct"; instruction?: string; language?: string; text: string; before?: string; after?: string } }; answer: Response };
  /** Suspend a user: ends all sessions and blocks sign-in until the suspension is lifted */
  suspendUser: { input: { params: { id: string }; body?: { reason?: string } }; answer: { success: true } };
  /** Send a test alarm to the webhook and to all administrators, and return the outcomes */
  testAlarms: { input: { params?: never }; answer: { webhook: { outcome: "sent" | "none" | "status" | "redirect" | "timeout" | "network"; status: (number | null) }; mail: ({ reached: number; failed: number } | null) } };
  /** Report a client event; the response is the same whether or not it is recorded */
  track: { input: { body: { event: string; properties?: Record<string, unknown> } }; answer: { success: true } };
  /** Move a drive and its contents to the trash */
  trashDrive: { input: { params: { id: string } }; answer: { success: true } };
  /** Move a page and its subpages to the trash */
  trashPage: { input: { params: { pageId: string } }; answer: { success: true } };
  /** Try a language model with a tiny request, and report what works */
  tryAgentModel: { input: { params: { pageId: string }; body: { aiProvider: string; aiModel: string } }; answer: ModelTrial };
  /** Undo everything that an agent's answer changed, and keep what others wrote since */
  undoRun: { input: { params: { pageId: string; runId: string } }; answer: { effects: ({ kind: "text" | "created" | "moved" | "trashed" | "restored" | "posted" | "renamed"; pageId: string; title: string; outcome: "undone" | "kept" | "failed" })[] } };
  /** Undo a token's edits since a given time, on all pages the caller may edit */
  undoToken: { input: { body: { tokenId: string; since: string; dryRun?: boolean; cursor?: string } }; answer: { dryRun: boolean; pages: ({ pageId: string; title: string; versions: ({ version: number; at: string })[]; outcome: "undone" | "kept" | "failed" | "would_undo"; revision: (number | null) })[]; nextCursor: (string | null) } };
  /** Unmute a drive */
  unmuteDrive: { input: { params: { driveId: string } }; answer: { success: true } };
  /** Unmute a page */
  unmutePage: { input: { params: { pageId: string } }; answer: { success: true } };
  /** Lift a suspension; the user has to sign in again */
  unsuspendUser: { input: { params: { id: string }; body?: { reason?: string } }; answer: { success: true } };
  /** Replace, append to or prepend to the texts of many pages, all or none */
  updatePageContents: { input: { body: { updates: ({ pageId: string; operation: "replace" | "append" | "prepend"; content: string; expectedRevision?: number })[] } }; answer: { success: true; updatedPages: ({ id: string; revision: number; operation: "replace" | "append" | "prepend" })[] } };
  /** Upload a file of at most 100 MB to a page, or as a new FILE page in a drive */
  uploadFile: { input: { body: { file: Blob; pageId?: string; driveId?: string; parentId?: string } }; answer: FileRecord };
  /** Recompute the whole hash chain and report whether it is intact */
  verifyAudit: { input: { params?: never }; answer: { valid: boolean; entries: number; firstBad?: { seq: number; reason: string }; head: string; shard: number; checkpoint: ({ origin: string; size: number; head: string; note: string } | null); key: (string | null) } };
  /** View a file inline, or a smaller version of its image */
  viewFile: { input: { params: { id: string }; query?: { variant?: "thumbnail" | "preview" } }; answer: Response };
};

export const OPERATIONS: Readonly<Record<keyof Operations, Operation>> = {
  acceptSuggestions: {"method":"POST","path":"/api/pages/{pageId}/suggestions/accept","body":"json","answer":"json"},
  addCommentReaction: {"method":"PUT","path":"/api/pages/{pageId}/threads/{threadId}/comments/{commentId}/reactions/{emoji}","body":"none","answer":"json"},
  addDriveMember: {"method":"POST","path":"/api/drives/{id}/members","body":"json","answer":"json"},
  addReaction: {"method":"PUT","path":"/api/pages/{pageId}/messages/{messageId}/reactions/{emoji}","body":"none","answer":"json"},
  askForAccess: {"method":"POST","path":"/api/pages/{pageId}/access-requests","body":"json","answer":"json"},
  askWorkspace: {"method":"POST","path":"/api/ask","body":"json","answer":"json"},
  beginExport: {"method":"POST","path":"/api/transfers/exports","body":"json","answer":"json"},
  beginImport: {"method":"POST","path":"/api/transfers/imports","body":"json","answer":"json"},
  beginUpload: {"method":"POST","path":"/api/uploads","body":"json","answer":"json"},
  blockUser: {"method":"POST","path":"/api/connections/block","body":"json","answer":"json"},
  cancelRun: {"method":"POST","path":"/api/pages/{pageId}/runs/{runId}/cancel","body":"none","answer":"json"},
  cancelTransfer: {"method":"DELETE","path":"/api/transfers/{transferId}","body":"none","answer":"json"},
  cancelUpload: {"method":"DELETE","path":"/api/uploads/{uploadId}","body":"none","answer":"json"},
  changeConnection: {"method":"PATCH","path":"/api/connections/{id}","body":"json","answer":"json"},
  changePassword: {"method":"PATCH","path":"/api/account/password","body":"json","answer":"json"},
  changeRole: {"method":"POST","path":"/api/admin/users/{id}/role","body":"json","answer":"json"},
  checkPermissions: {"method":"GET","path":"/api/pages/{pageId}/permissions/check","body":"none","answer":"json"},
  completeUpload: {"method":"POST","path":"/api/uploads/{uploadId}/complete","body":"none","answer":"json"},
  confirmEmailProof: {"method":"POST","path":"/api/account/email/verify","body":"form","answer":"response"},
  confirmMagicLink: {"method":"POST","path":"/api/auth/magic-link/verify","body":"form","answer":"response"},
  connect: {"method":"GET","path":"/api/realtime","body":"none","answer":"response"},
  contact: {"method":"POST","path":"/api/contact","body":"json","answer":"json"},
  convertFile: {"method":"POST","path":"/api/files/{id}/convert-to-document","body":"none","answer":"json"},
  convertFileByLink: {"method":"GET","path":"/api/files/{id}/convert-to-document","body":"none","answer":"json"},
  createDrive: {"method":"POST","path":"/api/drives","body":"json","answer":"json"},
  createMcpToken: {"method":"POST","path":"/api/auth/mcp-tokens","body":"json","answer":"json"},
  createPage: {"method":"POST","path":"/api/pages","body":"json","answer":"json"},
  createSignUpLink: {"method":"POST","path":"/api/sign-up-links","body":"json","answer":"json"},
  createStructure: {"method":"POST","path":"/api/pages/bulk/create-structure","body":"json","answer":"json"},
  createSuggestions: {"method":"POST","path":"/api/pages/{pageId}/suggestions/create","body":"json","answer":"json"},
  decideRun: {"method":"POST","path":"/api/pages/{pageId}/runs/{runId}/decision","body":"json","answer":"json"},
  declineAccess: {"method":"DELETE","path":"/api/pages/{pageId}/access-requests/{userId}","body":"none","answer":"json"},
  deleteAccount: {"method":"DELETE","path":"/api/account","body":"json","answer":"json"},
  deleteComment: {"method":"DELETE","path":"/api/pages/{pageId}/threads/{threadId}/comments/{commentId}","body":"none","answer":"json"},
  deleteFile: {"method":"DELETE","path":"/api/files/{id}","body":"none","answer":"json"},
  deleteMessage: {"method":"DELETE","path":"/api/pages/{pageId}/messages/{messageId}","body":"none","answer":"json"},
  deleteNotification: {"method":"DELETE","path":"/api/notifications/{id}","body":"none","answer":"json"},
  deletePages: {"method":"POST","path":"/api/pages/bulk/delete","body":"json","answer":"json"},
  deleteThread: {"method":"DELETE","path":"/api/pages/{pageId}/threads/{threadId}","body":"none","answer":"json"},
  deleteUser: {"method":"DELETE","path":"/api/admin/users/{id}","body":"json","answer":"json"},
  describeDatabase: {"method":"GET","path":"/api/admin/schema","body":"none","answer":"json"},
  detectPaths: {"method":"GET","path":"/api/mcp/detect-paths","body":"none","answer":"json"},
  diffVersion: {"method":"GET","path":"/api/pages/{pageId}/versions/{version}/diff","body":"none","answer":"json"},
  downloadExport: {"method":"GET","path":"/api/transfers/{transferId}/archive","body":"none","answer":"response"},
  downloadFile: {"method":"GET","path":"/api/files/{id}/download","body":"none","answer":"response"},
  editComment: {"method":"PATCH","path":"/api/pages/{pageId}/threads/{threadId}/comments/{commentId}","body":"json","answer":"json"},
  editDocument: {"method":"POST","path":"/api/mcp/documents","body":"json","answer":"json"},
  editMessage: {"method":"PATCH","path":"/api/pages/{pageId}/messages/{messageId}","body":"json","answer":"json"},
  exportAccount: {"method":"GET","path":"/api/account/export","body":"none","answer":"response"},
  exportAudit: {"method":"GET","path":"/api/admin/audit/export","body":"none","answer":"response"},
  exportDrive: {"method":"GET","path":"/api/drives/{driveId}/export","body":"none","answer":"response"},
  exportPage: {"method":"GET","path":"/api/pages/{pageId}/export","body":"none","answer":"response"},
  exportUser: {"method":"GET","path":"/api/admin/users/{id}/export","body":"none","answer":"response"},
  findPageReferences: {"method":"GET","path":"/api/page-references","body":"none","answer":"json"},
  findUsers: {"method":"GET","path":"/api/users/find","body":"none","answer":"json"},
  getAccount: {"method":"GET","path":"/api/account","body":"none","answer":"json"},
  getAgentConfig: {"method":"GET","path":"/api/pages/{pageId}/agent-config","body":"none","answer":"json"},
  getAvatar: {"method":"GET","path":"/api/avatar/{userId}/{filename}","body":"none","answer":"response"},
  getCsrfToken: {"method":"GET","path":"/api/auth/csrf","body":"none","answer":"json"},
  getDeepHealth: {"method":"GET","path":"/api/health/deep","body":"none","answer":"json"},
  getDrive: {"method":"GET","path":"/api/drives/{id}","body":"none","answer":"json"},
  getHealth: {"method":"GET","path":"/api/health","body":"none","answer":"json"},
  getInstanceStatus: {"method":"GET","path":"/api/admin/instance","body":"none","answer":"json"},
  getMe: {"method":"GET","path":"/api/auth/me","body":"none","answer":"json"},
  getMetric: {"method":"GET","path":"/api/monitoring/{metric}","body":"none","answer":"json"},
  getNotificationSettings: {"method":"GET","path":"/api/notifications/settings","body":"none","answer":"json"},
  getOpenApi: {"method":"GET","path":"/api/openapi.json","body":"none","answer":"json"},
  getPage: {"method":"GET","path":"/api/pages/{pageId}","body":"none","answer":"json"},
  getProfile: {"method":"GET","path":"/api/account/profile","body":"none","answer":"json"},
  getPrometheusMetrics: {"method":"GET","path":"/api/monitoring/metrics","body":"none","answer":"response"},
  getReference: {"method":"GET","path":"/api/docs","body":"none","answer":"response"},
  getRun: {"method":"GET","path":"/api/pages/{pageId}/runs/{runId}","body":"none","answer":"json"},
  getSignInFreshness: {"method":"GET","path":"/api/auth/freshness","body":"none","answer":"json"},
  getSocketToken: {"method":"GET","path":"/api/auth/socket-token","body":"none","answer":"json"},
  getThread: {"method":"GET","path":"/api/pages/{pageId}/threads/{threadId}","body":"none","answer":"json"},
  getTransfer: {"method":"GET","path":"/api/transfers/{transferId}","body":"none","answer":"json"},
  getUsage: {"method":"GET","path":"/api/account/usage","body":"none","answer":"json"},
  getVersion: {"method":"GET","path":"/api/pages/{pageId}/versions/{version}","body":"none","answer":"json"},
  goToProviderA: {"method":"GET","path":"/api/auth/providera/signin","body":"none","answer":"response"},
  importPages: {"method":"POST","path":"/api/drives/{driveId}/import","body":"parts","answer":"json"},
  listAccessRequests: {"method":"GET","path":"/api/pages/{pageId}/access-requests","body":"none","answer":"json"},
  listAgentConfigVersions: {"method":"GET","path":"/api/pages/{pageId}/agent-config/versions","body":"none","answer":"json"},
  listAlarms: {"method":"GET","path":"/api/admin/alarms","body":"none","answer":"json"},
  listAudit: {"method":"GET","path":"/api/admin/audit","body":"none","answer":"json"},
  listBreadcrumbs: {"method":"GET","path":"/api/pages/{pageId}/breadcrumbs","body":"none","answer":"json"},
  listChildren: {"method":"GET","path":"/api/pages/{pageId}/children","body":"none","answer":"json"},
  listConnections: {"method":"GET","path":"/api/connections","body":"none","answer":"json"},
  listDevices: {"method":"GET","path":"/api/account/devices","body":"none","answer":"json"},
  listDriveInvitations: {"method":"GET","path":"/api/drives/{id}/invitations","body":"none","answer":"json"},
  listDriveMembers: {"method":"GET","path":"/api/drives/{id}/members","body":"none","answer":"json"},
  listDrivePages: {"method":"GET","path":"/api/drives/{id}/pages","body":"none","answer":"json"},
  listDriveTrash: {"method":"GET","path":"/api/drives/{id}/trash","body":"none","answer":"json"},
  listDrives: {"method":"GET","path":"/api/drives","body":"none","answer":"json"},
  listMcpTokens: {"method":"GET","path":"/api/auth/mcp-tokens","body":"none","answer":"json"},
  listMessages: {"method":"GET","path":"/api/pages/{pageId}/messages","body":"none","answer":"json"},
  listMuted: {"method":"GET","path":"/api/notifications/muted","body":"none","answer":"json"},
  listMyTasks: {"method":"GET","path":"/api/tasks","body":"none","answer":"json"},
  listNotifications: {"method":"GET","path":"/api/notifications","body":"none","answer":"json"},
  listPageFiles: {"method":"GET","path":"/api/pages/{pageId}/files","body":"none","answer":"json"},
  listPageInvitations: {"method":"GET","path":"/api/pages/{pageId}/invitations","body":"none","answer":"json"},
  listPageViewers: {"method":"GET","path":"/api/pages/{pageId}/viewers","body":"none","answer":"json"},
  listPasskeys: {"method":"GET","path":"/api/auth/passkey","body":"none","answer":"json"},
  listPermissions: {"method":"GET","path":"/api/pages/{pageId}/permissions","body":"none","answer":"json"},
  listRows: {"method":"POST","path":"/api/pages/{pageId}/rows","body":"json","answer":"json"},
  listSessions: {"method":"GET","path":"/api/account/sessions","body":"none","answer":"json"},
  listSharedPages: {"method":"GET","path":"/api/shared","body":"none","answer":"json"},
  listSignUpLinks: {"method":"GET","path":"/api/sign-up-links","body":"none","answer":"json"},
  listThreads: {"method":"GET","path":"/api/pages/{pageId}/threads","body":"none","answer":"json"},
  listToolDrives: {"method":"GET","path":"/api/mcp/drives","body":"none","answer":"json"},
  listTransferNotes: {"method":"GET","path":"/api/transfers/{transferId}/notes","body":"none","answer":"json"},
  listTransfers: {"method":"GET","path":"/api/transfers","body":"none","answer":"json"},
  listUnreadPages: {"method":"GET","path":"/api/drives/{id}/unread","body":"none","answer":"json"},
  listUsers: {"method":"GET","path":"/api/admin/users","body":"none","answer":"json"},
  listVersions: {"method":"GET","path":"/api/pages/{pageId}/versions","body":"none","answer":"json"},
  logOut: {"method":"POST","path":"/api/auth/logout","body":"json","answer":"json"},
  logOutEverywhere: {"method":"POST","path":"/api/auth/logout-all","body":"none","answer":"json"},
  makeNativeNonce: {"method":"POST","path":"/api/auth/native/nonce","body":"none","answer":"json"},
  markAllNotificationsRead: {"method":"POST","path":"/api/notifications/read-all","body":"none","answer":"json"},
  markNotificationRead: {"method":"POST","path":"/api/notifications/{id}/read","body":"none","answer":"json"},
  movePages: {"method":"POST","path":"/api/pages/bulk/move","body":"json","answer":"json"},
  muteDrive: {"method":"PUT","path":"/api/notifications/muted/drives/{driveId}","body":"none","answer":"json"},
  mutePage: {"method":"PUT","path":"/api/notifications/muted/pages/{pageId}","body":"none","answer":"json"},
  offerPasskeyRegistration: {"method":"POST","path":"/api/auth/passkey/register/options","body":"none","answer":"json"},
  offerPasskeySignIn: {"method":"POST","path":"/api/auth/passkey/authenticate/options","body":"none","answer":"json"},
  openEmailProof: {"method":"GET","path":"/api/account/email/verify","body":"none","answer":"response"},
  openMagicLink: {"method":"GET","path":"/api/auth/magic-link/verify","body":"none","answer":"response"},
  openThread: {"method":"POST","path":"/api/pages/{pageId}/threads","body":"json","answer":"json"},
  patchAccount: {"method":"PATCH","path":"/api/account","body":"json","answer":"json"},
  patchAgentConfig: {"method":"PATCH","path":"/api/pages/{pageId}/agent-config","body":"json","answer":"json"},
  patchDriveMember: {"method":"PATCH","path":"/api/drives/{id}/members/{userId}","body":"json","answer":"json"},
  patchPage: {"method":"PATCH","path":"/api/pages/{pageId}","body":"json","answer":"json"},
  patchProfile: {"method":"PATCH","path":"/api/account/profile","body":"json","answer":"json"},
  patchThread: {"method":"PATCH","path":"/api/pages/{pageId}/threads/{threadId}","body":"json","answer":"json"},
  planAccountDeletion: {"method":"GET","path":"/api/account/deletion","body":"none","answer":"json"},
  planUserDeletion: {"method":"GET","path":"/api/admin/users/{id}/deletion","body":"none","answer":"json"},
  postComment: {"method":"POST","path":"/api/pages/{pageId}/threads/{threadId}/comments","body":"json","answer":"json"},
  postMessage: {"method":"POST","path":"/api/pages/{pageId}/messages","body":"json","answer":"json"},
  previewMemberRemoval: {"method":"GET","path":"/api/drives/{id}/members/{userId}/effect","body":"none","answer":"json"},
  previewRevocation: {"method":"GET","path":"/api/pages/{pageId}/permissions/{userId}/effect","body":"none","answer":"json"},
  processingStatus: {"method":"GET","path":"/api/pages/{pageId}/processing-status","body":"none","answer":"json"},
  purgeDrive: {"method":"DELETE","path":"/api/trash/drives/{driveId}","body":"none","answer":"json"},
  purgePage: {"method":"DELETE","path":"/api/trash/{pageId}","body":"none","answer":"json"},
  readMessages: {"method":"POST","path":"/api/pages/{pageId}/messages/read","body":"json","answer":"json"},
  readThreads: {"method":"POST","path":"/api/pages/{pageId}/threads/read","body":"json","answer":"json"},
  refreshDevice: {"method":"POST","path":"/api/auth/device/refresh","body":"json","answer":"json"},
  refreshMobileDevice: {"method":"POST","path":"/api/auth/mobile/refresh","body":"json","answer":"json"},
  registerDevice: {"method":"POST","path":"/api/auth/device/register","body":"json","answer":"json"},
  registerPasskey: {"method":"POST","path":"/api/auth/passkey/register","body":"json","answer":"json"},
  rejectSuggestions: {"method":"POST","path":"/api/pages/{pageId}/suggestions/reject","body":"json","answer":"json"},
  removeAvatar: {"method":"DELETE","path":"/api/account/avatar","body":"none","answer":"json"},
  removeCommentReaction: {"method":"DELETE","path":"/api/pages/{pageId}/threads/{threadId}/comments/{commentId}/reactions/{emoji}","body":"none","answer":"json"},
  removeConnection: {"method":"DELETE","path":"/api/connections/{id}","body":"none","answer":"json"},
  removeDriveMember: {"method":"DELETE","path":"/api/drives/{id}/members/{userId}","body":"none","answer":"json"},
  removePasskey: {"method":"DELETE","path":"/api/auth/passkey/{id}","body":"none","answer":"json"},
  removeReaction: {"method":"DELETE","path":"/api/pages/{pageId}/messages/{messageId}/reactions/{emoji}","body":"none","answer":"json"},
  renameDrive: {"method":"PATCH","path":"/api/drives/{id}","body":"json","answer":"json"},
  renamePages: {"method":"POST","path":"/api/pages/bulk/rename","body":"json","answer":"json"},
  renewDriveInvitation: {"method":"POST","path":"/api/drives/{id}/invitations/{invitationId}/link","body":"none","answer":"json"},
  renewPageInvitation: {"method":"POST","path":"/api/pages/{pageId}/invitations/{invitationId}/link","body":"none","answer":"json"},
  reorderPage: {"method":"POST","path":"/api/pages/reorder","body":"json","answer":"json"},
  reprocessFile: {"method":"POST","path":"/api/pages/{pageId}/reprocess","body":"none","answer":"json"},
  requestConnection: {"method":"POST","path":"/api/connections","body":"json","answer":"json"},
  resetCredentials: {"method":"POST","path":"/api/account/reset-credentials","body":"none","answer":"json"},
  restoreDrive: {"method":"POST","path":"/api/drives/{id}/restore","body":"none","answer":"json"},
  restorePage: {"method":"POST","path":"/api/pages/{pageId}/restore","body":"none","answer":"json"},
  restoreVersion: {"method":"POST","path":"/api/pages/{pageId}/versions/{version}/restore","body":"none","answer":"json"},
  resumeTransfer: {"method":"POST","path":"/api/transfers/{transferId}/resume","body":"none","answer":"json"},
  returnFromProviderA: {"method":"GET","path":"/api/auth/providera/callback","body":"none","answer":"response"},
  returnFromProviderB: {"method":"POST","path":"/api/auth/providerb/callback","body":"form","answer":"response"},
  revokeDevice: {"method":"DELETE","path":"/api/account/devices/{id}","body":"none","answer":"json"},
  revokeDriveInvitation: {"method":"DELETE","path":"/api/drives/{id}/invitations/{invitationId}","body":"none","answer":"json"},
  revokeMcpToken: {"method":"DELETE","path":"/api/auth/mcp-tokens/{id}","body":"none","answer":"json"},
  revokePageInvitation: {"method":"DELETE","path":"/api/pages/{pageId}/invitations/{invitationId}","body":"none","answer":"json"},
  revokePermission: {"method":"DELETE","path":"/api/pages/{pageId}/permissions","body":"json","answer":"json"},
  revokeSession: {"method":"DELETE","path":"/api/account/sessions/{id}","body":"none","answer":"json"},
  revokeSignUpLink: {"method":"DELETE","path":"/api/sign-up-links/{id}","body":"none","answer":"json"},
  search: {"method":"GET","path":"/api/search","body":"none","answer":"json"},
  searchConnections: {"method":"GET","path":"/api/connections/search","body":"none","answer":"json"},
  searchUsers: {"method":"GET","path":"/api/users/search","body":"none","answer":"json"},
  sendMagicLink: {"method":"POST","path":"/api/auth/magic-link/send","body":"json","answer":"json"},
  sendPart: {"method":"PUT","path":"/api/uploads/{uploadId}/parts/{part}","body":"bytes","answer":"json"},
  setAvatar: {"method":"POST","path":"/api/account/avatar","body":"parts","answer":"json"},
  setNotificationSettings: {"method":"PUT","path":"/api/notifications/settings","body":"json","answer":"json"},
  setPermission: {"method":"POST","path":"/api/pages/{pageId}/permissions","body":"json","answer":"json"},
  setPreferences: {"method":"PATCH","path":"/api/account/preferences","body":"json","answer":"json"},
  showUpload: {"method":"GET","path":"/api/uploads/{uploadId}","body":"none","answer":"json"},
  signInByOneTap: {"method":"POST","path":"/api/auth/providera/one-tap","body":"json","answer":"json"},
  signInByProviderAToken: {"method":"POST","path":"/api/auth/providera/native","body":"json","answer":"json"},
  signInByProviderBToken: {"method":"POST","path":"/api/auth/providerb/native","body":"json","answer":"json"},
  signInOnMobileByProviderA: {"method":"POST","path":"/api/auth/mobile/oauth/providera","body":"json","answer":"json"},
  signInWithPasskey: {"method":"POST","path":"/api/auth/passkey/authenticate","body":"json","answer":"json"},
  startProviderA: {"method":"POST","path":"/api/auth/providera/signin","body":"json","answer":"json"},
  startProviderB: {"method":"POST","path":"/api/auth/providerb/signin","body":"json","answer":"json"},
  suggestText: {"method":"POST","path":"/api/pages/{pageId}/suggestions","body":"json","answer":"response"},
  suspendUser: {"method":"POST","path":"/api/admin/users/{id}/suspend","body":"json","answer":"json"},
  testAlarms: {"method":"POST","path":"/api/admin/alarms/test","body":"none","answer":"json"},
  track: {"method":"POST","path":"/api/track","body":"json","answer":"json"},
  trashDrive: {"method":"DELETE","path":"/api/drives/{id}","body":"none","answer":"json"},
  trashPage: {"method":"DELETE","path":"/api/pages/{pageId}","body":"none","answer":"json"},
  tryAgentModel: {"method":"POST","path":"/api/pages/{pageId}/agent-config/try","body":"json","answer":"json"},
  undoRun: {"method":"POST","path":"/api/pages/{pageId}/runs/{runId}/undo","body":"none","answer":"json"},
  undoToken: {"method":"POST","path":"/api/history/undo","body":"json","answer":"json"},
  unmuteDrive: {"method":"DELETE","path":"/api/notifications/muted/drives/{driveId}","body":"none","answer":"json"},
  unmutePage: {"method":"DELETE","path":"/api/notifications/muted/pages/{pageId}","body":"none","answer":"json"},
  unsuspendUser: {"method":"POST","path":"/api/admin/users/{id}/unsuspend","body":"json","answer":"json"},
  updatePageContents: {"method":"POST","path":"/api/pages/bulk/update-content","body":"json","answer":"json"},
  uploadFile: {"method":"POST","path":"/api/upload","body":"parts","answer":"json"},
  verifyAudit: {"method":"GET","path":"/api/admin/audit/verify","body":"none","answer":"json"},
  viewFile: {"method":"GET","path":"/api/files/{id}/view","body":"none","answer":"response"},
};
