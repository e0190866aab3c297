/**
 * Replaces `@peculiar/x509` in the service's bundle. Passkeys are registered without attestation (WebAuthn Level 3, section
 * 5.4.7, `none`), so no chain of certificates is ever checked; whoever sends one is refused.
 */
function refused(): never {
  throw new Error("Attestation certificates are not accepted.");
}

export {
  refused as AuthorityKeyIdentifierExtension,
  refused as CRLDistributionPointsExtension,
  refused as SubjectKeyIdentifierExtension,
  refused as X509Certificate,
  refused as X509ChainBuilder,
  refused as X509Crl,
};
