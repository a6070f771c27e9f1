import { openReader } from '../../../src/sandbox/reader.ts'

/** A reader with another program for its children, at the level that it has in a container of docker-compose.yml. */
const [socket, script] = process.argv.slice(2)
await openReader({ socket: socket! }, { script: script!, level: 'user' })
