export { annotationLifecycle } from './annotation-lifecycle.ts'
export { importUpload } from './import-upload.ts'
