import { command } from '../command.ts'

export const up = command({
  usage: 'up',
  purpose: 'Run PostgreSQL, Temporal, the API and a worker on this machine until Ctrl-C',
  details: `Settings are environment variables, all optional; a file .env in the current folder is read too:

  SHEAF_HOME          folder of all data (.sheaf)
  HOST, PORT          where the API listens (127.0.0.1, 8090)
  MAIL_PORT           mail for inboxes, by SMTP (2525, or any free port)
  POSTGRES_PORT       PostgreSQL (54329)
  TEMPORAL_PORT       Temporal (7233)
  TEMPORAL_UI_PORT    Temporal's UI (8233)
  TEMPORAL_ADDRESS    use this Temporal server instead of the embedded one
  TEMPORAL_CLI_PATH   the "temporal" program to start
  DATABASE_URL        use this PostgreSQL server instead of the embedded one

.env.example describes all variables.`,
  examples: [
    ['sheaf up', 'with the data in .sheaf'],
    ['PORT=9000 SHEAF_HOME=~/sheaf sheaf up', 'on another port, with the data in another folder'],
  ],
  exits: true,
  run: async () => (await import('../server/up.ts')).up(),
})
