// A child at level `container`: forwards its requests to a child of the reader (src/sandbox/reader.ts) and the responses back. It never
// opens a document itself, and ends when either side does.
import { connect, Socket } from 'node:net'
import { ANSWERS, openChannels } from '../channels.ts'

const socket = connect(process.argv[2] ?? '')
const answers = new Socket({ fd: 3, readable: false, writable: true })
process.stdin.pipe(socket)
const receive = openChannels((channel, bytes) => (channel === ANSWERS ? answers : process.stderr).write(bytes))
// Stops reading while the service does not, so that a large response does not gather here.
socket.on('data', (chunk) => {
  if (receive(chunk)) return
  socket.pause()
  answers.once('drain', () => socket.resume())
})
socket.on('error', (error) => {
  console.error(`The reader cannot be used: ${error.message}`)
  process.exitCode = 1
})
// The descriptors keep the process alive; both are flushed first.
socket.on('close', () => answers.end(() => process.exit()))
answers.on('error', () => process.exit(1))
