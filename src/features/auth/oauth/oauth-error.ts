/** Errors in OAuth's terms, for the clients of its endpoints. */

type OAuthErrorCode =
  // RFC 6749 §4.1.2.1 and §5.2
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "access_denied"
  // RFC 8707 §2
  | "invalid_target"
  // RFC 7591 §3.2.2
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  // RFC 8628 §3.5
  | "authorization_pending"
  | "slow_down"
  | "expired_token";

export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;

  /** `description` is for the app's developer; it must not repeat any input. */
  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }

  /** RFC 6749 §5.2: 401 tells an unknown client to identify itself again, which makes it register again. */
  get status(): 400 | 401 {
    return this.code === "invalid_client" ? 401 : 400;
  }

  get body(): { readonly error: OAuthErrorCode; readonly error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}

export const invalidGrant = (): OAuthError =>
  new OAuthError("invalid_grant", "The grant is unknown, used, expired or revoked, or was issued to another app.");

export const invalidClient = (): OAuthError =>
  new OAuthError("invalid_client", "This client is unknown or no longer registered. Register it again.");

export const invalidRequest = (description: string): OAuthError => new OAuthError("invalid_request", description);
