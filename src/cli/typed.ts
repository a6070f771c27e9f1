/** Commands that have an npm script of another name in the repository. */
const SCRIPTS: Record<string, string> = { up: 'npm start', 'setup-ocr': 'npm run setup:ocr' }

/**
 * Returns what the user types for a command: the npm script if one of the repository has started this process (npm sets these variables),
 * where a program `sheaf` may not exist; otherwise `sheaf COMMAND`.
 */
export function typed(command: string, ...options: string[]): string {
  const { npm_package_name: name, npm_lifecycle_event: script } = process.env
  if (name !== 'sheaf' || !script || script === 'npx') return ['sheaf', command, ...options].join(' ')
  const start = SCRIPTS[command] ?? `npm run ${command}`
  return options.length ? `${start} -- ${options.join(' ')}` : start
}
