/** The thread that estimates passwords; src/sandbox/password-checks.ts limits it. */
import { errorsOfPassword, scorePassword } from '../../rules/access/passwords.ts'
import { answerChecks } from './answer-checks.ts'

const passwordChecks = { errors: errorsOfPassword, score: scorePassword }
export type PasswordCheckTypes = typeof passwordChecks

// Loads the word lists before the thread is ready, so that the first caller's time limit does not include it.
scorePassword('')

answerChecks(passwordChecks)
