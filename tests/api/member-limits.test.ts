import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/millrace.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
})
afterAll(() => ground.millrace.stop())

test('pages that go before their answers come leave nothing behind that counts against the member', async () => {
  const { owner, millrace } = ground
  const { body } = await owner.post<{ workflow: { id: string } }>('/workflows', { name: 'Left early' })
  const path = `/workflows/${body.workflow.id}`
  const blocker = await millrace.database.engine.connect()
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE workflows IN ACCESS EXCLUSIVE MODE')
  const begin = () =>
    request(`${millrace.url}/dashboard/api${path}`, {
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': owner.address },
    })
      .on('error', () => {})
      .end()
  // Heavy as well, and does not wait for the table.
  const beside = () => owner.get('/audit/verification')
  const pages: ClientRequest[] = []
  try {
    // One that comes while the other is asked for is refused itself, so there are more until they are as many as there may be.
    await eventually(
      () => {
        pages.push(begin())
        return beside()
      },
      ({ status }) => status === 429,
    )
    for (const page of pages) page.destroy()
    // Their work continues: to leave is no way to more of it.
    expect((await beside()).status).toBe(429)
  } finally {
    // With its lock.
    blocker.release(true)
  }
  await eventually(
    () => owner.get(path),
    ({ status }) => status === 200,
  )
})
