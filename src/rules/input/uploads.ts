/** Limit for all files of one request. */
export const MAX_UPLOAD_BYTES = 40 * 1024 * 1024
