/** Files that are pictures, opened by the library with the settings of the process. */
export { identify } from './read/identify.ts'
export { measurePicture } from './read/images.ts'
export { measure, openPicture } from './read/open-picture.ts'
export type { Metadata } from './read/sharp.ts'
