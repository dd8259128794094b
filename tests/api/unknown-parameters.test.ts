import { dashboard } from '@millrace/contract/operations/dashboard'
import { v1 } from '@millrace/contract/operations/v1'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
let token: string
let owner: Visitor

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const organisation = await millrace.organisation()
  token = await organisation.token()
  await organisation.guest()
  owner = await signedIn(millrace, organisation.id)
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  errors: Record<string, string[]>
}

const ask = (path: string) => request<Problem>(millrace.url + path, { token })

test('a filter that does not exist is refused: the list would be about everybody', async () => {
  const answer = await ask('/v1/guests?name=ada')
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  expect(answer.body.errors).toEqual({
    name: [
      'is not a parameter of this address, which takes limit, cursor, external_id, system, email, phone',
    ],
  })
})

test.each([
  ['/v1/guests?externalid=x', 'externalid', 'external_id'],
  ['/v1/guests?Limit=5', 'Limit', 'limit'],
  ['/v1/venues?curser=x', 'curser', 'cursor'],
  ['/v1/workflows?stauts=active', 'stauts', 'status'],
])('%s: the name that was meant is given', async (path, name, meant) => {
  const answer = await ask(path)
  expect(answer.status).toBe(400)
  expect(answer.body.errors[name]).toEqual([`is not a parameter of this address. Did you mean ${meant}?`])
})

test('where an address takes none, that is said', async () => {
  const answer = await ask('/v1/guests/x?a=b')
  expect(answer.body.errors).toEqual({ a: ['is not a parameter of this address, which takes none'] })
})

test('all faults of a query come at once, with those of the body', async () => {
  const answer = await request<Problem>(`${millrace.url}/v1/workflows/incoming-event?dryrun=true&x=1`, {
    token,
    json: { serials: [''] },
  })
  expect(Object.keys(answer.body.errors).sort()).toEqual([
    'dryrun',
    'organisation_registration_id',
    'serials.0',
    'x',
  ])
})

test.each([
  ['limit=0', 'must be a whole number from 1 to 100'],
  ['limit=101', 'must be a whole number from 1 to 100'],
  ['limit=ten', 'must be a whole number from 1 to 100'],
  ['limit=', 'must be a whole number from 1 to 100'],
  ['limit=1&limit=2', 'must be given once'],
])('%s: %s', async (query, sentence) => {
  const answer = await ask(`/v1/guests?${query}`)
  expect([answer.status, answer.body.errors]).toEqual([400, { limit: [sentence] }])
})

test('every operation of /v1 refuses them', async () => {
  for (const { method, path } of Object.values(v1)) {
    const address = path.replaceAll(/:\w+/g, newId())
    const answer = await request<Problem>(`${millrace.url}${address}?no_such=1`, {
      method,
      token,
      ...(method === 'POST' ? { json: {} } : {}),
    })
    expect([method, path, answer.status]).toEqual([method, path, 400])
    expect(answer.body.errors).toHaveProperty('no_such')
  }
})

test('every list and page of the dashboard refuses them', async () => {
  const reads = Object.values(dashboard).filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(30)
  for (const { path } of reads) {
    const address = path.replace('/dashboard/api', '').replaceAll(/:\w+/g, 'x')
    const answer = await owner.get<Problem>(`${address}?no_such=1`)
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.body.errors).toHaveProperty('no_such')
  }
})
