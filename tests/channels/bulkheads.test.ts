import { expect, onTestFinished, test } from 'vitest'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { HTTP_LIMITS } from '../../server/src/channels/http/exchange.ts'
import { clientFor, httpReceiver, loopbackPolicy, rawReceiver } from './receiver.ts'

const post = (url: string) => ({ method: 'POST', url: new URL(url), headers: {}, body: '' })
const codeOf = (result: { kind: string; code?: string }) => result.code ?? result.kind

test('a ninth call to a host is sent away at once, while another host and another organisation are served', async () => {
  const hanging = await rawReceiver()
  const lively = await httpReceiver()
  onTestFinished(hanging.close)
  onTestFinished(lively.close)
  const http = createHttpClient({ guard: createGuard(loopbackPolicy(hanging, lively)) })
  const under = Array.from({ length: 8 }, () => http.exchange('one', post(hanging.url)))
  expect(await http.exchange('one', post(hanging.url))).toMatchObject({
    code: 'host_busy',
    contacted: false,
    afterMs: expect.any(Number),
  })
  expect(codeOf(await http.exchange('one', post(lively.url)))).toBe('answer')
  const others = http.exchange('two', post(hanging.url))
  await expect.poll(hanging.connections).toBe(9)
  await hanging.close()
  expect((await Promise.all([...under, others])).map(codeOf)).toEqual(Array(9).fill('connection_failed'))
})

test('a host is closed for an organisation when all of its calls hang, and while it rests', async () => {
  const hanging = await rawReceiver()
  onTestFinished(hanging.close)
  const { host } = new URL(hanging.url)
  const clock = { now: 0 }
  const http = createHttpClient({ guard: createGuard(loopbackPolicy(hanging)), now: () => clock.now })
  const under = Array.from({ length: 8 }, () => http.exchange('one', post(hanging.url)))
  const other = http.exchange('two', post(hanging.url))
  await expect.poll(hanging.connections).toBe(9)
  expect(http.closed()).toEqual([])
  clock.now = 2_001
  expect(http.closed()).toEqual([{ owner: 'one', host, forMs: 5_000 }])
  await hanging.close()
  await Promise.all([...under, other])
  expect(http.closed()).toEqual([])
})

test('the places of an organisation and of all are limited too, and given back', async () => {
  const there = await httpReceiver()
  onTestFinished(there.close)
  const http = clientFor(there, { most: { perHost: 9, perOwner: 2, overall: 3 } })
  const codes = await Promise.all(
    ['one', 'one', 'one', 'two', 'two'].map(owner => http.exchange(owner, post(there.url))),
  )
  expect(codes.map(codeOf)).toEqual(['answer', 'answer', 'host_busy', 'answer', 'host_busy'])
  expect(codeOf(await http.exchange('one', post(there.url)))).toBe('answer')
})

test('a host that hangs rests, for the organisation that saw it hang, and is tried again later', async () => {
  let answers = false
  const there = await httpReceiver(response => answers && response.end())
  onTestFinished(there.close)
  const clock = { now: 0 }
  const http = clientFor(there, { limits: { ...HTTP_LIMITS, totalMs: 1_000 }, now: () => clock.now })
  for (let n = 0; n < 3; n++) expect(codeOf(await http.exchange('one', post(there.url)))).toBe('timeout')
  answers = true
  expect(await http.exchange('one', post(there.url))).toMatchObject({ code: 'host_resting', afterMs: 30_000 })
  expect(http.closed()).toEqual([{ owner: 'one', host: new URL(there.url).host, forMs: 30_000 }])
  expect(codeOf(await http.exchange('two', post(there.url)))).toBe('answer')
  clock.now = 30_000
  expect(http.closed()).toEqual([])
  expect(codeOf(await http.exchange('one', post(there.url)))).toBe('answer')
  expect(codeOf(await http.exchange('one', post(there.url)))).toBe('answer')
})
