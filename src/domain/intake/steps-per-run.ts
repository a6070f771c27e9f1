/** Documents that one run of `importUpload` imports; the next run continues with the others. */
export const STEPS_PER_RUN = 1_000
