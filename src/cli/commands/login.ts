import { command } from '../command.ts'
import { CONNECTION } from '../client/options.ts'
import { EXIT } from '../problem.ts'

const { url, username, password, config } = CONNECTION

export const login = command({
  usage: 'login',
  purpose: 'Log in to a service, and keep the token for later commands',
  details: `Asks for what is missing, or reads it from standard input; SHEAF_PASSWORD may provide the password. The token is stored in the file of
--config, which only you can read. It is valid for 162 hours.`,
  examples: [
    ['sheaf login --url https://sheaf.example.com --username ada@example.com', 'asks for the password'],
    ['sheaf login --username ada@example.com < password.txt', 'reads it from a file'],
  ],
  options: { url, username, password, config },
  run: async (options) => {
    await (await import('../client/login.ts')).logIn(options)
    return EXIT.ok
  },
})

export const logout = command({
  usage: 'logout',
  purpose: 'End the token of "sheaf login" and remove it',
  examples: [['sheaf logout', 'afterwards commands need other credentials']],
  options: { config },
  run: async (options) => {
    await (await import('../client/login.ts')).logOut(options)
    return EXIT.ok
  },
})
