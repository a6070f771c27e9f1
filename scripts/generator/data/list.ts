/** Splits `one|two|three`; spaces and line ends around an entry do not count. */
export const list = (text: string): string[] =>
  text
    .split('|')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
