/** The list of commands in `sheaf --help`, in groups: yargs lists them without. */
import { GROUPS } from './commands/index.ts'

/** Returns a heading and a line per command, no line wider than `width`. */
export function overview(width: number): string {
  const lineOf = (usage: string) => `  sheaf ${usage}`
  const column = Math.max(...GROUPS.flatMap(({ commands }) => commands.map(({ usage }) => lineOf(usage).length))) + 2
  const blocks = GROUPS.map(({ title, commands }) => {
    const lines = commands
      .filter(({ hidden }) => !hidden)
      .map(({ usage, purpose }) => lineOf(usage).padEnd(column) + wrapped(purpose, width - column, column))
    return [`${title}:`, ...lines].join('\n')
  })
  return blocks.join('\n\n')
}

function wrapped(text: string, width: number, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.pop()!
    if (line && line.length + word.length >= width) lines.push(line, word)
    else lines.push(line ? `${line} ${word}` : word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
