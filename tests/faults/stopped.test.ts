import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { programOf } from '../support/bundled-programs.ts'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type IngestOptions, ingest, nothingIngested, untilMore } from '../support/ingest.ts'
import { request } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, type Process, shortLease, startProcess } from '../support/processes.ts'
import { inSeconds, record, untilFinished } from '../support/takeover.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-stopped-'))

afterAll(() => {
  killProcesses()
  rmSync(folder, { recursive: true })
})

/** As an operator would run it. */
const serve = ({ databaseUrl }: Pick<Ground, 'databaseUrl'>) =>
  startProcess({ databaseUrl, program: [programOf('command'), 'serve'], env: { MILLRACE_DATA_DIR: folder } })

/** Takes nothing, gives nothing, and does not go away. */
async function connectIdly({ url }: Process, firstWords: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) }).on('error', () => {})
  await new Promise<void>(resolve => socket.once('connect', () => socket.write(firstWords, () => resolve())))
  socket.pause()
  return socket
}

/** Sends events until the process has ended. Returns when it is well at work. */
async function ingestUntilEnd(ground: Ground, millrace: Process, options: Partial<IngestOptions>) {
  const into = nothingIngested()
  const ingesting = ingest(ground, { url: millrace.url, until: millrace.hasEnded, into, ...options })
  await untilMore(into.acknowledged, 100)
  return { ingesting }
}

describe('SIGTERM under load', () => {
  test('fails no request that was let in, loses nothing, and ends within 10 seconds', async () => {
    const ground = await openGround(await createTestDatabase(), { waitSeconds: 1 })
    const millrace = await serve(ground)
    const { ingesting } = await ingestUntilEnd(ground, millrace, { concurrency: 20 })
    const began = performance.now()
    const { code, at, complaint } = await millrace.stop()
    expect(at - began).toBeLessThan(10_000)
    expect(code, complaint).toBe(0)
    const { acknowledged, refused, unanswered } = await ingesting
    expect([refused, unanswered]).toEqual([[], []])

    const { rows: claimed } = await ground.engine.query('SELECT id FROM jobs WHERE claimed')
    expect(claimed, 'nothing is left claimed by a process that is gone').toEqual([])
    const heir = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['worker'] })
    await untilFinished(ground)
    expect((await examine(ground, acknowledged)).faults).toEqual([])
    record(`${acknowledged.length} acknowledged, 0 failed, ended after ${inSeconds(at - began)}`)
    await heir.stop()
    await ground.close()
  })

  test('does not wait for clients that are frozen or gone', async () => {
    const ground = await openGround(await createTestDatabase())
    const millrace = await serve(ground)
    await ground.token(millrace.url)
    const clients = await Promise.all(
      [
        // Nothing yet, half a head, half a body, and one who never takes the answer.
        '',
        'GET /readyz HTTP/1.1\r\nHost: x\r\n',
        'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
        'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50),
      ].map(words => connectIdly(millrace, words)),
    )
    // Connections are taken in the order in which they came: when a later one is answered, these have been read.
    expect((await request(`${millrace.url}/readyz`)).status).toBe(200)
    const began = performance.now()
    const { code, at, complaint } = await millrace.stop()
    expect(code, complaint).toBe(0)
    expect(at - began).toBeLessThan(10_000)
    record(`4 clients that do not answer, ended after ${inSeconds(at - began)}`)
    for (const client of clients) client.destroy()
    await ground.close()
  })

  test.each(['refuse', 'freeze'] as const)(
    'ends within 10 seconds when the database is away (connections: %s)',
    async away => {
      const testDatabase = await createTestDatabase()
      const ground = await openGround(testDatabase)
      const proxy = await startTcpProxy(testDatabase.connection)
      const millrace = await serve({ databaseUrl: proxy.through(testDatabase.url) })
      const { ingesting } = await ingestUntilEnd(ground, millrace, { pauseMs: 20 })
      await proxy[away]()
      await sleep(500)
      const began = performance.now()
      const { at } = await millrace.stop()
      record(`database away (${away}): ended after ${inSeconds(at - began)}`)
      expect(at - began).toBeLessThan(10_000)
      const { acknowledged } = await ingesting
      await proxy.pass()

      // What it could not give back continues after its lease.
      const heir = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['worker'], env: shortLease })
      await untilFinished(ground)
      expect((await examine(ground, acknowledged)).faults).toEqual([])
      await heir.stop()
      await proxy.close()
      await ground.close()
    },
  )

  test('differs from SIGKILL in the same examination of its requests', async () => {
    const ground = await openGround(await createTestDatabase())
    const millrace = await serve(ground)
    const { ingesting } = await ingestUntilEnd(ground, millrace, { concurrency: 20 })
    await millrace.kill()
    const { unanswered } = await ingesting
    expect(unanswered).not.toEqual([])
    await ground.close()
  })
})
