/** The pages of the administration, which are loaded together. */
export { Admin } from './admin.tsx'
export { AdminHook } from './hook.tsx'
export { AdminQueue } from './queue.tsx'
