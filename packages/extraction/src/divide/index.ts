/** Which pages of a file belong to which document, and which are copies. */
export { copiedPages } from './copies.ts'
export { pageFacts, type PageFacts } from './facts.ts'
export { dividePages } from './parts.ts'
