export const review = {}
