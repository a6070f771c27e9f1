/** Client certificates and their private keys for calls to hooks and connectors, both in PEM format. */
import { createPrivateKey, X509Certificate } from 'node:crypto'

/** Returns the error of a certificate as a sentence; null if it is valid. */
export function errorOfCertificate(pem: string): string | null {
  try {
    new X509Certificate(pem)
    return null
  } catch {
    return 'Not a valid certificate in PEM format.'
  }
}

/** Returns the error of a private key. The sentence contains nothing of the key. */
export function errorOfPrivateKey(pem: string): string | null {
  if (/ENCRYPTED/.test(pem)) return 'The key must not be encrypted.'
  try {
    createPrivateKey(pem)
    return null
  } catch {
    return 'Not a valid private key in PEM format.'
  }
}

/** Returns true if the certificate and the key match. Both must be valid. */
export const keyFits = (certificate: string, key: string): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
