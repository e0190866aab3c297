/**
 * Replaces `@peculiar/x509` in the service's bundle. Passkeys are registered without attestation (WebAuthn Level 3, section
 * 5.4.7, `none`), so no chain of certificates is ever checked; whoever sends one is refused.
 */
class Refused {
  constructor() {
    throw new Error("Attestation certificates are not accepted.");
  }
}

export {
  Refused as AuthorityKeyIdentifierExtension,
  Refused as CRLDistributionPointsExtension,
  Refused as SubjectKeyIdentifierExtension,
  Refused as X509Certificate,
  Refused as X509ChainBuilder,
  Refused as X509Crl,
};
