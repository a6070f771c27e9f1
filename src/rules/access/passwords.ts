/** Password strength. Estimated locally with zxcvbn; no password is sent anywhere. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Ten characters, because command-line clients generate passwords of that length; their strength decides. */
export const PASSWORD_LENGTH = { min: 10, max: 64 }
/** On zxcvbn's scale from 0 to 4: "safely unguessable" against a slow hash. */
const MIN_SCORE = 3
/** Common passwords may be part of a password, but not most of it. */
const COMMON_SHARE = 0.6

/** Names of the user; each may be missing. */
export interface Known {
  username?: unknown
  email?: unknown
  first_name?: unknown
  last_name?: unknown
}

let estimator: ZxcvbnFactory | undefined
/** Loading the word lists takes a moment, so only processes that check a password load them. */
const estimatorOf = () => (estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }))

const textsOf = (known: Known): string[] =>
  [known.username, known.email, known.first_name, known.last_name].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )

function isSimilar(password: string, username: unknown): boolean {
  if (typeof username !== 'string') return false
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const secret = plain(password)
  const names = [username, username.split('@')[0]!].map(plain).filter((name) => name.length >= 4)
  const [whole = ''] = names
  return (secret.length >= 4 && whole.includes(secret)) || names.some((name) => sharesMost(secret, name))
}

/** Returns true if the name, forwards or backwards, makes up half of the password or more. */
function sharesMost(secret: string, name: string): boolean {
  const reversed = [...name].reverse().join('')
  return (secret.includes(name) || secret.includes(reversed)) && name.length * 2 >= secret.length
}

/** Returns the reasons for which a password is rejected, a sentence each; empty if it is accepted. */
export function errorsOfPassword(password: string, known: Known = {}): string[] {
  return weigh(password, known).errors
}

/** Returns the strength of a password from 0 to 4, and advice. A password that would be rejected scores 2 at most. */
export function scorePassword(password: string, known: Known = {}): { score: number; messages: string[] } {
  const { errors, score } = weigh(password, known)
  return { score: errors.length ? Math.min(score, MIN_SCORE - 1) : score, messages: errors }
}

function weigh(password: string, known: Known): { errors: string[]; score: number } {
  const { min, max } = PASSWORD_LENGTH
  // A longer password is rejected anyway, so estimating all of it would only take time.
  const head = password.slice(0, max)
  const { score, sequence } = estimatorOf().check(head, textsOf(known))
  const common = sequence.filter((part) => part.pattern === 'dictionary' && part.dictionaryName === 'passwords-common')
  const share = common.reduce((sum, part) => sum + part.token.length, 0) / Math.max(1, head.length)
  const errors = [
    password.length < min && `Ensure this field has at least ${min} characters.`,
    password.length > max && `Ensure this field has no more than ${max} characters.`,
    /^\d+$/.test(password) && 'This password is entirely numeric.',
    isSimilar(password, known.username ?? known.email) && 'The password is too similar to the username.',
    share >= COMMON_SHARE && 'This password is too common.',
  ].filter((text) => text !== false)
  if (!errors.length && score < MIN_SCORE)
    errors.push('This password is too easy to guess; use more words or characters that do not belong together.')
  return { errors, score }
}
