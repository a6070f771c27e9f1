/** The configuration of a hook as it is stored: defaults, values in the clear, and sealed values. */
import type { Config as Settings } from '../../config.ts'
import type { Hook, Json, RowOf } from '../../models/index.ts'
import { unseal } from '../requests/secrets.ts'

type Keys = Pick<Settings, 'secretsKey'> & Partial<Pick<Settings, 'secretsKeyPrevious'>>
type Type = Hook['type']

/** The places for which the secret parts of hooks are sealed. */
export const HOOK_CONFIG = 'hooks.config'
export const HOOK_SECRETS = 'hooks.secrets'

/** The keys of both types; a hook has those of its type. */
export interface HookConfig extends Json {
  url?: string
  secret?: string
  insecure_ssl?: boolean
  client_ssl_certificate?: string | null
  client_ssl_key?: string | null
  max_polling_time_s?: number
  retry_after_polling_failure?: boolean
  retry_on_any_non_2xx?: boolean
  runtime?: 'nodejs22.x' | 'python3.12'
  code?: string
  third_party_library_pack?: 'default' | null
  memory_size_mb?: number
  private?: boolean
  schedule?: { cron?: string }
  timeout_s?: number
  retry_count?: number
  app?: (Json & { url: string }) | null
  payload_logging_enabled?: boolean
}

const COMMON = {
  private: false,
  schedule: {},
  timeout_s: 30,
  retry_count: 4,
  app: null,
  payload_logging_enabled: false,
}

export const CONFIG_DEFAULTS: Record<Type, HookConfig> = {
  webhook: {
    ...COMMON,
    insecure_ssl: false,
    client_ssl_certificate: null,
    max_polling_time_s: 300,
    retry_after_polling_failure: true,
    retry_on_any_non_2xx: false,
  },
  function: { ...COMMON, third_party_library_pack: 'default', memory_size_mb: 256 },
  job: COMMON,
}

/** Returns the complete configuration of a hook, including its secrets. */
export function configOf(row: Pick<RowOf<Hook>, 'type' | 'config' | 'sealed_config'>, keys: Keys): HookConfig {
  const sealed = row.sealed_config ? unseal<HookConfig>(keys, HOOK_CONFIG, row.sealed_config) : {}
  return { ...CONFIG_DEFAULTS[row.type], ...row.config, ...sealed }
}

/** Returns the secrets that a hook gets in its payload, by name. */
export const secretsOf = (row: Pick<RowOf<Hook>, 'sealed_secrets'> | null, keys: Keys): Record<string, string> =>
  row?.sealed_secrets ? unseal<Record<string, string>>(keys, HOOK_SECRETS, row.sealed_secrets) : {}
