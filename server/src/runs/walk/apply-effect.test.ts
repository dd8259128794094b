import { expect, test } from 'vitest'
import type { Effect } from '#steps/step.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import type { Facts, StoredEvent } from '#workflows/facts.ts'
import { applied } from './apply-effect.ts'

const facts = someFacts({ points: 5, tags: ['vip', 'new'], attributes: { level: 'gold', visits: 2 } })
const after = (effect: Effect, given: Facts = facts) => applied(given, 'n', effect)
const guest = (changes: Partial<Extract<Effect, { type: 'guest' }>['changes']>): Effect => ({
  type: 'guest',
  changes: { fields: {}, attributes: {}, added: {}, ...changes },
})

test('points are added to what the guest has', () => {
  expect(after({ type: 'points', points: -7, reason: null }).guest.points).toBe(-2)
})

test('a tag is there once, or not at all', () => {
  const tags = (tag: string, present: boolean) => after({ type: 'tag', tag, present }).guest.tags
  expect(tags('bar', true)).toEqual(['vip', 'new', 'bar'])
  expect(tags('vip', true)).toEqual(['new', 'vip'])
  expect(tags('vip', false)).toEqual(['new'])
  expect(tags('bar', false)).toEqual(['vip', 'new'])
})

test('fields and attributes are set, and sums are added to what was set', () => {
  const changed = after(
    guest({ fields: { name: 'Ada' }, attributes: { visits: 10, city: 'Leeds' }, added: { visits: 1 } }),
  ).guest
  expect(changed.name).toBe('Ada')
  expect(changed.attributes).toEqual({ level: 'gold', visits: 11, city: 'Leeds' })
  expect(changed.points).toBe(5)
})

test('of a new address it is not known that it is suppressed', () => {
  const suppressed = { email: 'bounced', sms: 'complained' } as unknown as NonNullable<
    Facts['guest']['suppressed']
  >
  const both = { ...facts, guest: { ...facts.guest, suppressed } }
  const left = (fields: Record<string, string>, given: Facts = both) =>
    after(guest({ fields }), given).guest.suppressed
  expect(left({ name: 'Ada' })).toEqual(suppressed)
  expect(left({ email: 'ada@example.com' })).toEqual({ sms: 'complained' })
  expect(left({ phone: '+441134960000' })).toEqual({ email: 'bounced' })
  expect(left({ email: 'x', phone: 'y' })).toEqual({})
  const { email, sms } = suppressed
  const onlyEmail = { ...facts, guest: { ...facts.guest, suppressed: { email } } } as Facts
  const onlySms = { ...facts, guest: { ...facts.guest, suppressed: { sms } } } as Facts
  expect(left({}, onlyEmail)).toStrictEqual({ email })
  expect(left({}, onlySms)).toStrictEqual({ sms })
  expect('suppressed' in after(guest({ fields: { email: 'x' } })).guest).toBe(false)
})

test('answers of webhooks and guests, finished tasks and points are kept by what they belong to', () => {
  const before = {
    ...facts,
    webhooks: { other: 1 },
    tasks: { other: 1 },
    answers: { other: 1 },
    awarded: { other: 1 },
  } as unknown as Facts
  const answer = { status: 200 } as never
  const done = { done_by: 'Ada' } as never
  expect(after({ type: 'webhook', answer }, before).webhooks).toEqual({ other: 1, n: answer })
  expect(after({ type: 'task_done', task: 't', done }, before).tasks).toEqual({ other: 1, t: done })
  expect(after({ type: 'answered', email: 'e', answer: 4 as never }, before).answers).toEqual({
    other: 1,
    e: 4,
  })
  expect(after({ type: 'awarded', points: 3 }, before).awarded).toEqual({ other: 1, n: 3 })
})

test('the event that moved a run is its event from then on; what changes nothing here leaves all as it was', () => {
  const event = { id: 'x', source: 'till', serials: [], parameters: {} } as unknown as StoredEvent
  expect(after({ type: 'moved', event })).toEqual({ ...facts, event })
  expect(after({ type: 'message', message: {} as never })).toBe(facts)
})
