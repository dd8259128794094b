import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const A = 1

/** A name server on this machine. It answers every name with what it is set to, to be forgotten at once (TTL 0). */
export async function nameServer(answer: (query: number) => readonly string[]) {
  const socket = createSocket('udp4')
  let queries = 0
  socket.on('message', (message, { address, port }) => {
    // The header has twelve bytes; then come the labels of the name, a zero, the type and the class.
    const end = message.indexOf(0, 12) + 1
    const addresses = message.readUInt16BE(end) === A ? answer(++queries) : []
    const question = message.subarray(12, end + 4)
    const header = Buffer.from([...message.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0])
    const records = addresses.map(text =>
      Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...text.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, question, ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** How often it was asked for IPv4 addresses. */
    queries: () => queries,
    close: () => socket.close(),
  }
}
