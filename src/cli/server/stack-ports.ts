import type { Config } from '../../config.ts'

/** Which servers `sheaf up` starts itself, instead of using those of DATABASE_URL and TEMPORAL_ADDRESS. */
export interface Own {
  database: boolean
  temporal: boolean
}

export const ownServers = (env: NodeJS.ProcessEnv): Own => ({
  database: !env['DATABASE_URL'],
  temporal: !env['TEMPORAL_ADDRESS'],
})

/** Returns the ports that `sheaf up` needs, as arguments of `requireFreePort`. */
export function portsOf(
  config: Config,
  own: Own,
): (readonly [host: string, port: number, variable: string, what: string])[] {
  const { host, port, mail, postgresPort, temporalPort, temporalUiPort } = config
  const local = '127.0.0.1'
  return [
    [host, port, 'PORT', 'the API'],
    ...(mail.port ? [[mail.host, mail.port, 'MAIL_PORT', 'mail'] as const] : []),
    ...(own.database ? [[local, postgresPort, 'POSTGRES_PORT', 'PostgreSQL'] as const] : []),
    ...(own.temporal ? [[local, temporalPort, 'TEMPORAL_PORT', 'Temporal'] as const] : []),
    ...(own.temporal ? [[local, temporalUiPort, 'TEMPORAL_UI_PORT', "Temporal's UI"] as const] : []),
  ]
}
