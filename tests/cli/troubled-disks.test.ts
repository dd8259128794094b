import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { eventually, getToken, request } from '../support/millrace.ts'
import { millrace, type Serving, serve } from './millrace-process.ts'

let folder: string

const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'millrace', folder])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Only who may mount can have a disk that is small, or read-only for root as well. */
function mayMount(): boolean {
  folder = mkdtempSync(join(tmpdir(), 'millrace-disk-'))
  const mounted = mount('size=1m').status === 0
  if (mounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounted
}

describe.skipIf(!mayMount())('a first start on a disk that', () => {
  afterEach(() => {
    execFileSync('umount', [folder])
  })

  test.each([
    ['is full', 'size=20m', 'is full: make room there'],
    ['is read-only', 'ro', 'Millrace cannot write to'],
  ])('%s ends with a sentence that says what to do', async (_, options, sentence) => {
    expect(mount(options).status).toBe(0)
    const ended = await millrace(['serve'], {
      MILLRACE_DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
    })
    expect(ended).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(sentence) })
    expect(ended.stderr.trim().split('\n').at(-1)).toContain('set MILLRACE_DATA_DIR to')
    expect(ended.stderr).not.toMatch(/^\s+at /m)
  })
})

describe.skipIf(!mayMount())('a disk that fills up under a running Millrace', () => {
  let serving: Serving

  afterEach(async () => {
    await serving?.stop('SIGKILL')
    // PostgreSQL is stopped by its watcher, a moment after us.
    await eventually(
      async () => spawnSync('umount', [folder]).status,
      status => status === 0,
    )
  })

  test('has events refused, loses none that was acknowledged, and continues when there is room', async () => {
    expect(mount('size=300m').status).toBe(0)
    const variables = { MILLRACE_DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
    serving = await serve(variables)
    const ask = async (...args: string[]) =>
      JSON.parse((await millrace([...args, '--json'], variables)).stdout)
    const { base_url: url, demo } = await ask('status')
    const key = await ask('keys', 'create', '--name', 'till')
    const credentials = { clientId: key.client_id, clientSecret: key.client_secret }
    const token = await getToken(url, credentials)
    const { organisation_registration_id, serial, source } = demo
    const event = { organisation_registration_id, serials: [serial], source, parameters: {} }
    const acknowledged: string[] = []
    const address = `${url}/v1/workflows/incoming-event`
    const send = async () => {
      const answer = await request<{ event: { id: string } }>(address, { token, json: event })
      if (answer.status === 200) acknowledged.push(answer.body.event.id)
      return answer
    }
    expect((await send()).status).toBe(200)

    const filling = join(folder, 'fill')
    spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=1M'])
    // What fits into pages that are there is still taken.
    const refused = await eventually(send, ({ status }) => status !== 200)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    // Questions are still answered, but that is not what a balancer sends.
    expect((await request(`${url}/readyz`)).status).toBe(503)
    // The log is on the same disk, and takes lines until its last page is full.
    await eventually(
      async () => {
        await send()
        return serving.output.stderr
      },
      said => /The log .* cannot be written \(ENOSPC\)/.test(said),
    )
    expect(serving.child.exitCode).toBeNull()

    rmSync(filling)
    await eventually(send, ({ status }) => status === 200)
    expect((await request(`${url}/readyz`)).status).toBe(200)
    for (const id of acknowledged) {
      expect((await request(`${address}/${id}`, { token })).status, id).toBe(200)
    }
  })
})
