export { annotationLifecycle } from './annotation-lifecycle.ts'
export { deleteQueue } from './delete-queue.ts'
export { importUpload } from './import-upload.ts'
export { sweepReviews } from './sweep-reviews.ts'
