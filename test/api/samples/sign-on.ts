/** Keys for JWTs, OpenID providers, and auto-provisioning. */
import { generateKeyPairSync } from 'node:crypto'
import { kidOf } from '../../../src/rules/access/jwt.ts'
import { readPublicKey } from '../../../src/rules/access/public-keys.ts'
import { insert, next, type Samples } from './sample.ts'

/** Returns the public key of a new Ed25519 key pair. */
const aKey = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string

export const signOn: Samples = {
  auto_provisioning: {
    make: (_db, tenant) => Promise.resolve(tenant.organization_id),
    write: (url, tenant) => ({
      enabled: true,
      roles: ['annotator', 'approver'],
      default_role: 'viewer',
      queues: [url('queues', tenant.queue_id)],
    }),
  },
  jwt_keys: {
    make: (db, { organization_id, user_id }) => {
      const key = readPublicKey(aKey())
      if ('error' in key) throw new Error(key.error)
      const { pem, ...columns } = key
      const namespace = `idp-${next()}`
      const row = { organization_id, created_by: user_id, namespace, kid: kidOf(namespace, organization_id) }
      return insert(db, 'jwt_keys', { ...row, ...columns, public_key: pem })
    },
    create: () => ({ name: 'portal', namespace: `portal-${next()}`, public_key: aKey() }),
  },
  deletion_requests: {
    make: (db, { organization_id, user_id }) =>
      insert(db, 'deletion_requests', {
        organization_id,
        created_by: user_id,
        search: { names: ['Nordwind Papier GmbH'] },
        token: '9b2cf535f27731c974343645a3985328',
        preview: { deleted: { documents: 12, emails: 3 }, kept: { documents: 2, emails: 1 } },
      }),
    create: () => ({ search: { names: [`Supplier ${next()}`], emails: ['@nordwind-papier.example'] } }),
  },
  oidc_providers: {
    make: (db, { organization_id }) =>
      insert(db, 'oidc_providers', {
        organization_id,
        name: `provider ${next()}`,
        issuer: 'https://idp.example',
        client_id: 'sheaf',
      }),
    create: () => ({
      name: `provider ${next()}`,
      issuer: 'https://login.example/realm',
      client_id: 'capture',
      client_secret: 'another secret',
    }),
    write: () => ({
      name: `provider ${next()}`,
      enabled: false,
      issuer: 'https://login.example/other',
      client_id: 'other',
      client_secret: 'a secret',
      claim: 'sub',
      email_trusted: true,
      scopes: 'openid email',
    }),
  },
}
