import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const A = 1
const TXT = 16

/** A name server on this machine. It answers every name with what it is set to, to be forgotten at once (TTL 0). */
export async function nameServer(answer: (query: number) => readonly string[]) {
  let queries = 0
  const server = await listen((_name, type) =>
    type === A ? answer(++queries).map(address => octets(address)) : [],
  )
  return {
    ...server,
    /** How often it was asked for IPv4 addresses. */
    queries: () => queries,
  }
}

/** One that has texts for some names, knows no other name, and is silent about those with `undefined`. */
export function textServer(texts: ReadonlyMap<string, readonly string[] | undefined>) {
  return listen((name, type) => {
    if (texts.has(name) && texts.get(name) === undefined) return undefined
    return type === TXT ? (texts.get(name) ?? []).map(inPieces) : []
  })
}

/** `answer` returns the data of each record, or undefined to say nothing at all. */
async function listen(answer: (name: string, type: number) => readonly Buffer[] | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    // The header has twelve bytes; then come the labels of the name, a zero, the type and the class.
    const end = message.indexOf(0, 12) + 1
    const type = message.readUInt16BE(end)
    const records = answer(nameOf(message.subarray(12, end)), type)
    if (records === undefined) return
    const question = message.subarray(12, end + 4)
    const header = Buffer.from([...message.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    const written = records.map(data =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255, ...data]),
    )
    socket.send(Buffer.concat([header, question, ...written]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

const octets = (address: string) => Buffer.from(address.split('.').map(Number))

/** A text is written in pieces of 255 bytes at the most. */
const inPieces = (text: string) =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? ['']).map(piece => Buffer.from([piece.length, ...Buffer.from(piece)])),
  )

function nameOf(labels: Buffer): string {
  const names: string[] = []
  for (let at = 0; labels[at]; at += (labels[at] as number) + 1) {
    names.push(labels.toString('latin1', at + 1, at + 1 + (labels[at] as number)))
  }
  return names.join('.').toLowerCase()
}
