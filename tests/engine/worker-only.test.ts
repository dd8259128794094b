import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMillrace } from '../../server/src/main.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let worker: TestMillrace

beforeAll(async () => {
  worker = await startTestMillrace({ roles: ['worker'] })
})

afterAll(() => worker.stop())

test('a process that only works reports to monitoring that it lives, is ready, and what it does', async () => {
  expect(await (await fetch(`${worker.url}/livez`)).json()).toEqual({ status: 'alive' })
  expect(await (await fetch(`${worker.url}/readyz`)).json()).toEqual({
    status: 'ready',
    database: 'reachable',
  })
  const metrics = await fetch(`${worker.url}/metrics`)
  expect(metrics.headers.get('content-type')).toContain('text/plain')
  expect(await metrics.text()).toMatch(/^millrace_jobs_ready 0$/m)
})

test.each(['/', '/docs', '/openapi.json', '/v1/workflows', '/oauth/token', '/dashboard/api/session', '/%'])(
  'it has nothing at %s',
  async path => {
    const answer = await fetch(`${worker.url}${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('it shows its figures to nobody that a proxy forwards', async () => {
  const answer = await fetch(`${worker.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(answer.status).toBe(404)
})

test('a second process on its port is asked to choose another', async () => {
  const { port } = worker.config
  await expect(startMillrace(worker.config, { roles: ['worker'], progress: () => {} })).rejects.toThrow(
    `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start. ` +
      'Every process needs a separate port, those with --roles worker as well.',
  )
})
