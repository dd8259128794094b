// Clients on a separate thread: they keep going while the server's loop stands still.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'

const { port, connected } = workerData as { port: number; connected: Int32Array }

const answers = Array.from({ length: 20 }, () => {
  const client = connect(port, '127.0.0.1', () => {
    client.write('GET /livez HTTP/1.1\r\nHost: millrace\r\n\r\n')
    Atomics.add(connected, 0, 1)
    Atomics.notify(connected, 0)
  })
  return text(client).catch((error: Error) => error.message)
})
parentPort?.postMessage(await Promise.all(answers))
