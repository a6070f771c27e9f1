import sharp from 'sharp'

// One document at a time on one core; the cache of libvips would only use memory.
sharp.concurrency(1)
sharp.cache(false)

/** Larger images are rejected before they are decoded. */
export const MAX_IMAGE_PIXELS = 100_000_000

/** Opens pictures. Files that open them import it from here, never from the package, so that the settings are those of the whole process. */
export default sharp
export type { Metadata, Sharp } from 'sharp'
