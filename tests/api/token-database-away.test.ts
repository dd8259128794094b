import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type TestMillrace } from '../support/millrace.ts'
import { startProxiedMillrace } from '../support/proxied-millrace.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import { expectRefusal } from '../support/token-expect.ts'
import { at, type Build, byBasic, form, json, sendRaw, useToken } from '../support/token-request.ts'

let millrace: TestMillrace & { proxy: TcpProxy }
beforeAll(async () => {
  millrace = await startProxiedMillrace()
})
afterAll(() => millrace?.stop())

async function tokens(): Promise<number> {
  const { rows } = await millrace.database.engine.query<{ count: number }>(
    'SELECT count(*) FROM access_tokens',
  )
  return rows[0]?.count as number
}

test('with the database away there is 503 with Retry-After, no token and no open door; with it back, all is well', async () => {
  const client = await millrace.organisation()
  const token = await client.token()
  const before = await tokens()
  await millrace.proxy.refuse()

  const requests: Build[] = [
    json(),
    form(),
    byBasic(),
    json({ client_secret: 'wrong' }),
    json({ client_id: 'unknown' }),
    json({ grant_type: 'password' }),
    at('/oauth/introspect', json({ token })),
    at('/oauth/revoke', json({ token })),
  ]
  for (const build of requests) {
    const answer = await sendRaw(millrace.url, build(client))
    expectRefusal(answer, 503, 'temporarily_unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(answer.text).not.toContain('mrat_')
  }
  const used = await useToken(millrace.url, token)
  expect(used.status).toBe(503)
  expect(used.headers.get('retry-after')).not.toBeNull()

  await millrace.proxy.pass()
  expect(await tokens()).toBe(before)
  const answer = await eventually(
    () => sendRaw(millrace.url, json()(client)),
    ({ status }) => status === 200,
  )
  expect((await useToken(millrace.url, answer.body.access_token as string)).status).toBe(200)
  expect((await useToken(millrace.url, token)).status).toBe(200)
})

test('requests that the outage cut short get 503, and never hang', async () => {
  const client = await millrace.organisation()
  millrace.proxy.freeze()
  const waiting = Array.from({ length: 5 }, () => sendRaw(millrace.url, json()(client)))
  await new Promise(resolve => setTimeout(resolve, 50))
  await millrace.proxy.refuse()
  for (const answer of await Promise.all(waiting)) expectRefusal(answer, 503, 'temporarily_unavailable')
  await millrace.proxy.pass()
})
