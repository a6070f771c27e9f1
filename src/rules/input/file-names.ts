/** Names of files from outside: of uploads, emails and archives. */

/** File systems allow no longer names. */
const MAX_NAME = 255

/**
 * Control characters, and those that cannot be seen or change the direction of the text: `invoice\u202efdp.exe` looks like `invoiceexe.pdf`.
 * The joiners belong to words of some languages.
 */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}[\p{Cf}--[\u200c\u200d]]]/gv

/** Removes what could mislead a reader of the name, and shortens it before its extension. May be empty. */
export function cleanFileName(name: string): string {
  const clean = name.replaceAll(MISLEADING, '').trim()
  if (clean.length <= MAX_NAME) return clean.toWellFormed()
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, MAX_NAME - extension.length)}${extension}`.toWellFormed()
}

/** Names of programs and scripts, which Windows runs when they are opened. */
const PROGRAM = /\.(exe|com|scr|pif|bat|cmd|msi|dll|js|jse|vbs|vbe|wsf|wsh|ps1|hta|jar|lnk|reg|cpl|iso|apk)$/i

/**
 * Whether Windows would run a file with this name. It ignores dots and spaces at the end, and opens the file before a colon (a stream of
 * it); other programs remove characters that cannot be seen when they save it.
 */
export function isProgramName(name: string): boolean {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
  return [visible, ...visible.split(':', 1)].some((one) => PROGRAM.test(one.replace(/[.\s]+$/, '')))
}
