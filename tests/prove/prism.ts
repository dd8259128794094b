import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

/** In the folder it is installed in, beside the document. */
export interface Prism {
  /** Passes every request on, and says in a header of the answer what in either differs from the document. */
  readonly url: string
  stop(): Promise<void>
}

export async function startPrism(folder: string, upstream: string): Promise<Prism> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = join(folder, 'node_modules/.bin/prism')
  const child = spawn(program, ['proxy', 'openapi.json', upstream, '--port', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`Prism ended: ${said}`)
    await sleep(100)
  }
  return {
    url,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

const answers = (url: string) =>
  fetch(`${url}/livez`).then(
    () => true,
    () => false,
  )

/** What newman reports with its JSON reporter, as far as it is read here. */
export interface NewmanReport {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string }
      readonly response?: { readonly header: readonly { readonly key: string; readonly value: string }[] }
    }[]
  }
}

interface Violation {
  readonly location: readonly string[]
  readonly severity: string
  readonly message: string
}

/** Where an answer was not as the document says, and how many answers there were. Requests may be wrong on purpose. */
export function violationsIn({ run: { executions } }: NewmanReport): {
  readonly answers: number
  readonly violations: readonly string[]
} {
  const violations = executions.flatMap(({ item, response }) => {
    const header = response?.header.find(({ key }) => key.toLowerCase() === 'sl-violations')
    const found = header === undefined ? [] : (JSON.parse(header.value) as Violation[])
    return found
      .filter(({ location, severity }) => location[0] === 'response' && severity === 'Error')
      .map(({ location, message }) => `${item.name}: ${location.join('.')} ${message}`)
  })
  return { answers: executions.filter(({ response }) => response !== undefined).length, violations }
}
