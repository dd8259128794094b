import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../../server/src/base/ids.ts'
import { freePort } from '../../support/free-port.ts'
import { startChild } from '../child.ts'
import { eventBody } from '../service.ts'
import { install } from './install.ts'

/** Node-RED with one flow: HTTP in, a function, HTTP out. Nothing is kept. */
export async function startNodeRed(): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, remove } = install('node-red@5.0.7')
  const port = await freePort()
  writeFileSync(
    join(folder, 'settings.js'),
    `module.exports = { uiPort: ${port}, uiHost: '127.0.0.1', httpAdminRoot: false, flowFile: 'flows.json',
      logging: { console: { level: 'off' } } }`,
  )
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flow))
  const url = `http://127.0.0.1:${port}/event`
  const red = join(folder, 'node_modules/node-red/red.js')
  const question = { url, body: eventBody(newId()) }
  const child = await startChild([red, '--userDir', folder], {}, question, { within: 60_000 })
  return {
    url,
    async stop() {
      await child.stop()
      remove()
    },
  }
}

const flow = [
  { id: 'tab', type: 'tab', label: 'event' },
  { id: 'in', z: 'tab', type: 'http in', url: '/event', method: 'post', wires: [['do']] },
  {
    id: 'do',
    z: 'tab',
    type: 'function',
    func: 'msg.payload = { message: "accepted", event: msg.payload }; return msg',
    outputs: 1,
    wires: [['out']],
  },
  { id: 'out', z: 'tab', type: 'http response', statusCode: '200', wires: [] },
]
