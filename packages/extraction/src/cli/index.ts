/** What the command `sheaf extract` shares with `sheaf-extract`. Loads no reader and no engine. */
export { parseField, type OwnField } from '../own/field.ts'
export { extractFiles, type FileOptions } from './extract-files.ts'
export { printable } from './printable.ts'
export { FOLDER, reasonOf } from './unreadable.ts'
