import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One formula per line, in one file per subject. */
const FOLDER = join(import.meta.dirname, 'expressions')
/** This file has formulas of several statements, separated by blank lines. */
const PROGRAMS = 'programs.txt'

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8').trimEnd()

/** Formulas that mean the same in Python 3.12, by subject. */
export const expressions: Record<string, string[]> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((file) => file !== PROGRAMS)
    .map((file) => [file.replace(/\.txt$/, '').replaceAll('-', ' '), read(file).split('\n')]),
)

export const programs = read(PROGRAMS).split(/\n\n(?=\S| {2}x)/)
