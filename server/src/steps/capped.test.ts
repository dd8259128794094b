import type { WorkflowNode } from '@millrace/contract/node'
import { expect, test } from 'vitest'
import { unread } from '#guests/guest-profile.ts'
import { compileVersion } from '#workflows/compile.ts'
import { isCapped } from './capped.ts'

const now = new Date('2026-03-06T16:00:00Z')
const yesterday = new Date('2026-03-05T16:00:00Z')
const mail: WorkflowNode = { id: 'mail', type: 'send_email', subject: 'S', html: 'H', next: 'end' }
const sms: WorkflowNode = { id: 'sms', type: 'send_sms', body: 'B', next: 'end' }
const end: WorkflowNode = { id: 'end', type: 'end', outcome: 'success' }
const caps = [{ channel: 'email' as const, most: 1, within: { amount: 3, unit: 'days' as const } }]
const guest = { ...unread('g'), email: 'ada@example.com', email_consent: true }

const capped = (nodes: WorkflowNode[], email: Date[], more: object = {}) =>
  isCapped(
    compileVersion('w', 'W', 1, { trigger: { source: null }, start: 'end', nodes: [...nodes, end] }),
    { ...guest, ...more },
    { caps, sent: { email, sms: [] }, now },
  )

test('a guest is capped where every message that may reach them is held back', () => {
  expect(capped([mail], [yesterday])).toBe(true)
  expect(capped([mail], [])).toBe(false)
  expect(capped([mail], [new Date('2026-03-03T15:00:00Z')])).toBe(false)
  expect(capped([{ ...mail, class: 'transactional' }], [yesterday])).toBe(false)
  expect(capped([mail, sms], [yesterday])).toBe(true)
  expect(capped([mail, sms], [yesterday], { phone: '+441134960000', sms_consent: true })).toBe(false)
})

test('a guest to whom nothing is sent anyway is not', () => {
  expect(capped([], [yesterday])).toBe(false)
  expect(capped([mail], [yesterday], { email_consent: false })).toBe(false)
})
