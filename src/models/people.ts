import { BaseModel, type Json } from './base.ts'
import type { Role } from '../rules/access/permissions.ts'
import type { Organization } from './organizations.ts'
import type { Queue } from './queues.ts'

export class User extends BaseModel {
  static override tableName = 'users'
  static override jsonAttributes = ['ui_settings', 'metadata']

  declare id: number
  declare organization_id: number
  declare username: string
  declare email: string
  declare first_name: string
  declare last_name: string
  declare phone_number: string | null
  declare password_hash: string | null
  declare ui_settings: Json
  declare metadata: Json
  declare oidc_id: string | null
  declare auth_type: string
  declare is_active: boolean
  declare email_verified: boolean
  declare date_joined: string
  declare last_login: string | null
  declare deleted_at: string | null
  declare modified_at: string

  declare organization?: Organization
  declare groups?: Group[]
  declare queues?: Queue[]
}

export class UserGroup extends BaseModel {
  static override tableName = 'user_groups'
  static override idColumn = ['user_id', 'group_id']

  declare user_id: number
  declare group_id: number
}

export class UserQueue extends BaseModel {
  static override tableName = 'user_queues'
  static override idColumn = ['user_id', 'queue_id']

  declare user_id: number
  declare queue_id: number
}

export class Group extends BaseModel {
  static override tableName = 'groups'

  declare id: number
  declare name: Role
}

export class Token extends BaseModel {
  static override tableName = 'tokens'

  declare id: number
  declare user_id: number
  declare hash: Buffer
  declare scope: string
  declare origin: string | null
  declare created_at: string
  declare expires_at: string
  declare lifetime_s: number
  declare one_time: boolean
  declare organization_id: number | null
  declare membership_id: number | null
  declare annotation_id: number | null
}

export class Session extends BaseModel {
  static override tableName = 'sessions'

  declare id: number
  declare user_id: number
  declare hash: Buffer
  declare csrf_hash: Buffer
  declare created_at: string
  declare expires_at: string
}

export class PasswordReset extends BaseModel {
  static override tableName = 'password_resets'

  declare id: number
  declare user_id: number
  declare hash: Buffer
  declare created_at: string
  declare expires_at: string
  declare used_at: string | null
}

export class JwtKey extends BaseModel {
  static override tableName = 'jwt_keys'

  declare id: number
  declare organization_id: number
  declare name: string
  declare namespace: string
  declare kid: string
  declare type: 'Ed25519' | 'Ed448' | 'RSA'
  declare algorithm: 'EdDSA' | 'RS512'
  declare public_key: string
  declare fingerprint: string
  declare group_administrators: boolean
  declare created_by: number | null
  declare created_at: string

  declare created_by_user?: User | null
  declare organization?: Organization
}

/** JWTs that have been exchanged; each is accepted once. */
export class UsedJwt extends BaseModel {
  static override tableName = 'used_jwts'
  static override idColumn = 'hash'

  declare hash: Buffer
  declare expires_at: string
}

export class OidcProvider extends BaseModel {
  static override tableName = 'oidc_providers'

  declare id: number
  declare organization_id: number
  declare name: string
  declare enabled: boolean
  declare issuer: string
  declare client_id: string
  declare sealed_client_secret: Buffer | null
  declare claim: 'email' | 'sub' | 'preferred_username' | 'unique_name'
  declare scopes: string
  declare group_administrators: boolean
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string
  declare email_trusted: boolean

  declare modified_by_user?: User | null
  declare organization?: Organization
}

/** The demo login of this installation; at most one row. */
export class DemoLogin extends BaseModel {
  static override tableName = 'demo_logins'

  declare id: boolean
  declare user_id: number | null
  declare disabled_at: string | null
}

/** Usernames of other organizations that an organization has tried to use. */
export class TakenName extends BaseModel {
  static override tableName = 'taken_names'
  static override idColumn = ['organization_id', 'hash']

  declare organization_id: number
  declare hash: Buffer
  declare expires_at: string
}

export class LoginFailure extends BaseModel {
  static override tableName = 'login_failures'
  static override idColumn = 'key'

  declare key: Buffer
  declare failures: number
  declare expires_at: string
}
