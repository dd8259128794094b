import type { Guest } from '@millrace/contract/guest'
import { expect, test } from 'vitest'
import { emptyDocument } from '../../../features/workflow/document.ts'
import { freshHappening, freshScript, kindOf, madeUpLike, toKept, withHappening } from './script.ts'

const now = new Date('2026-05-05T12:00:00Z')

test('what is tried first fits the trigger', () => {
  const { event } = freshScript({ ...emptyDocument, trigger: { source: 'till', venues: ['QUAY'] } })
  expect(event).toEqual({ written: { source: 'till', serials: ['QUAY'] } })
  const date = { attribute: 'joined', repeats: 'yearly', time: '10:00' } as const
  expect(freshScript({ ...emptyDocument, trigger: { date } })).toMatchObject({
    guest: { invented: { attributes: { joined: '1990-05-17' } } },
    event: { occasion: 'next' },
  })
  const absence = { days: 60, time: '10:00' }
  expect(freshScript({ ...emptyDocument, trigger: { absence } }).event).toEqual({ occasion: 'next' })
  const segment = { id: '', on: 'enters' } as const
  expect(freshScript({ ...emptyDocument, trigger: { segment } }).event).toEqual({ occasion: 'next' })
})

test('an invented guest has nothing that identifies the real one', () => {
  const guest: Guest = {
    id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    organisation_registration_id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    external_id: 'crm-1',
    name: 'Maya Okafor',
    email: 'maya@example.com',
    phone: null,
    email_consent: false,
    sms_consent: true,
    do_not_contact: false,
    email_asked_at: null,
    topics_off: [],
    tags: ['vip'],
    points: 12,
    attributes: { birthday: '1991-04-12' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  const invented = madeUpLike(guest)
  expect(invented).toMatchObject({ email_consent: false, sms_consent: true, tags: ['vip'], points: 12 })
  expect(JSON.stringify(invented)).not.toMatch(/maya|crm|0192d3f8|1991/i)
  expect(Object.keys(invented)).not.toContain('phone')
})

test('only simulations without a real guest are saved, with a fixed start time', () => {
  const script = freshScript(emptyDocument)
  expect(toKept(script, now)).toMatchObject({ start_at: '2026-05-05T12:00:00.000Z', guest: script.guest })
  const at = '2026-01-01T00:00:00.000Z'
  expect(toKept({ ...script, start_at: at }, now)?.start_at).toBe(at)
  expect(toKept({ ...script, guest: { known: 'x' } }, now)).toBeUndefined()
  expect(toKept({ ...script, event: { stored: 'x' } }, now)).toBeUndefined()
})

test('every kind of happening is known again', () => {
  for (const kind of ['by', 'next', 'end', 'to', 'event', 'guest'] as const) {
    expect(kindOf(freshHappening(kind, now))).toBe(kind)
  }
})

test('what is added happens before the time runs to the end', () => {
  const event = freshHappening('event', now)
  const end = freshHappening('end', now)
  expect(withHappening([end], event)).toEqual([event, end])
  expect(withHappening([event], end)).toEqual([event, end])
  expect(withHappening([], event)).toEqual([event])
})
