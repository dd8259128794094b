import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HeldSocket, holdSocket } from '../prove/operations-held-socket.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { millrace } from './millrace-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'millrace-handed-over-'))
let database: TestDatabase
let socket: HeldSocket
let variables: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  socket = await holdSocket()
  variables = { DATABASE_URL: database.url, MILLRACE_DATA_DIR: dataDir }
})

afterAll(async () => {
  socket.close()
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

test('between two processes doctor says that the socket is held, and the second answers what waits', async () => {
  const first = await socket.serve(variables)
  expect((await fetch(`${socket.url}/livez`)).status).toBe(200)
  const { code, complaint } = await first.end('SIGTERM')
  expect(code, complaint).toBe(0)

  const { stdout } = await millrace(['doctor', '--json'], { ...variables, PORT: String(socket.port) })
  expect(JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'Port')).toMatchObject({
    state: 'failed',
    found: `127.0.0.1:${socket.port} accepts connections, but nothing answers`,
    advice: expect.stringContaining(`systemctl start millrace@${socket.port};`),
  })

  const between = connect(socket.port, '127.0.0.1')
  between.write('GET /livez HTTP/1.1\r\nHost: millrace\r\nConnection: close\r\n\r\n')
  const answer = text(between)
  const second = await socket.serve(variables)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  await second.end('SIGTERM')
})

test('a socket on another port than PORT is refused with a sentence', async () => {
  const another = String(socket.port + 1)
  await expect(socket.serve({ ...variables, PORT: another })).rejects.toThrow(
    `The socket that was handed over listens on port ${socket.port}, and PORT is ${another}. Set both to the same.`,
  )
})
