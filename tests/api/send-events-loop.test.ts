import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONGEST_HOLD_MS, leastHold } from '../support/longest-stretch.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { LOOP_REPORTS_VARIABLE } from '../support/watched-millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

let millrace: TestMillrace
let token: string
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const organisation = await millrace.organisation()
  await organisation.guest({ email: 'ada@example.com' })
  await organisation.workflow(endsAtOnce({ source: 'till' }))
  token = await organisation.token()
  // What is compiled at its first use is compiled.
  for (let time = 0; time < 3; time++) await send(bodies.events())
})
afterAll(() => millrace.stop())

const guest = { identifiers: [{ type: 'email', value: 'ada@example.com' }] }
const many = (entry: (index: number) => unknown, most = 1_000) =>
  `[${Array.from({ length: most }, (_, index) => JSON.stringify(entry(index))).join()}]`
const parameters = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`parameter ${n}`, value]))
let times = 0

/** The worst of each part of the work, as large as it may be. */
const bodies = {
  events: () => many(() => ({ guest, parameters: { source: 'till', spend: 42 } })),
  'separate ids': () => many(index => ({ id: `${++times} ${index}`, guest, parameters: { source: 'till' } })),
  'new guests': () =>
    many(index => ({
      guest: { identifiers: [{ type: 'email', value: `${++times}-${index}@example.com` }], create: true },
    })),
  'all parameters': () => many(() => ({ guest, parameters: parameters(95, 'x') })),
  'long parameters': () => many(() => ({ guest, parameters: { a: ':'.repeat(1_900) } })),
  'faults in each': () =>
    many(() => ({ guest, serials: Array(60).fill(7), parameters: parameters(20, '\0') })),
  'many values in one': () => `[${'{},'.repeat(20_000)}{}]`,
  'one entry of brackets': () => `[${'['.repeat(1_000_000)}`,
  'one long text': () => `["${'\\"'.repeat(1_000_000)}"]`,
  'not JSON at its end': () => `${many(() => ({ guest, a: parameters(20, 'x') })).slice(0, -1)},{]`,
}

const send = (body: string) =>
  fetch(`${millrace.url}/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  }).then(async answer => {
    await answer.arrayBuffer()
    return answer.status
  })

test.each(Object.entries(bodies))('%s: no request holds the process', async (_name, make) => {
  const worked = await leastHold(async body => {
    expect(body.length).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect([200, 400]).toContain(await send(body))
  }, make)
  expect(worked).toBeLessThan(LONGEST_HOLD_MS)
})

// A server whose loop is watched is in a thread, and does not hold this one.
test.skipIf(process.env[LOOP_REPORTS_VARIABLE] !== undefined)(
  'and without turns for others the same work would: the control',
  async () => {
    const before = process.threadCpuUsage()
    await send(bodies['separate ids']())
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeGreaterThan(LONGEST_HOLD_MS)
  },
)
