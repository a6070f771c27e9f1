/** Files that are pictures, and `sharp` with the settings of the process. */
export { identify } from './read/identify.ts'
export { measurePicture } from './read/images.ts'
export { default, MAX_IMAGE_PIXELS, type Metadata } from './read/sharp.ts'
