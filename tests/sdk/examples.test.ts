import { execFileSync } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { demoEnvironment } from './demo-environment.ts'
import { type Consumer, installPackedClient, root, run } from './packed-client.ts'

let millrace: TestMillrace
let consumer: Consumer
let environment: Record<string, string>

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'], config: { demo: true } })
  consumer = await installPackedClient()
  await copyFile(join(root, 'examples/sdk/send-event.mjs'), join(consumer.folder, 'send-event.mjs'))
  environment = await demoEnvironment(millrace)
})
afterAll(async () => {
  await millrace.stop()
  await consumer.remove()
})

const example = (path: string) => join(root, 'examples', path)

const examples: [name: string, command: string, file: string][] = [
  ['bash and curl', 'bash', example('curl/send-event.sh')],
  ['the client', process.execPath, 'send-event.mjs'],
  ['fetch', process.execPath, example('fetch/send-event.mjs')],
  ['Python', 'python3', example('python/send_event.py')],
  ['PHP', 'php', example('php/send-event.php')],
]

function isMissing(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
}

for (const [name, command, file] of examples) {
  const missing = isMissing(command)
  test.skipIf(missing)(
    `the example with ${name} prints a receipt${missing ? ` (no ${command} here)` : ''}`,
    async () => {
      const { stdout } = await run(command, [file], consumer.folder, environment)
      expect(JSON.parse(stdout)).toMatchObject({
        event: {
          organisation_registration_id: demo.guestId,
          serials: [demo.serial],
          status: 'routed',
          workflow_runs: [{ workflow_id: demo.workflowId }],
        },
      })
    },
  )

  test.skipIf(missing)(
    `the example with ${name} fails with what is wrong, and without the secret`,
    async () => {
      const wrong = { ...environment, MILLRACE_CLIENT_SECRET: 'not-the-secret' }
      const { code, stdout, stderr } = await run(command, [file], consumer.folder, wrong).then(
        result => ({ ...result, code: 0 }),
        error => error,
      )
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toContain('invalid_client')
      expect(stderr).not.toContain('not-the-secret')
    },
  )
}
