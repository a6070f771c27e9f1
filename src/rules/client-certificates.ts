/** Certificates that the service shows to the servers of hooks and connectors, and their keys, both PEM. */
import { createPrivateKey, X509Certificate } from 'node:crypto'

/** What is wrong with a certificate, as a sentence; null when it can be used. */
export function errorOfCertificate(pem: string): string | null {
  try {
    new X509Certificate(pem)
    return null
  } catch {
    return 'Not a valid certificate in PEM format.'
  }
}

/** What is wrong with a private key. The sentence holds nothing of the key. */
export function errorOfPrivateKey(pem: string): string | null {
  if (/ENCRYPTED/.test(pem)) return 'The key must not be encrypted.'
  try {
    createPrivateKey(pem)
    return null
  } catch {
    return 'Not a valid private key in PEM format.'
  }
}

/** Do they belong together? Both are valid. */
export const keyFits = (certificate: string, key: string): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
