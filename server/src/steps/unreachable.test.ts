import type { WorkflowNode } from '@millrace/contract/node'
import { expect, test } from 'vitest'
import { unread } from '#guests/guest-profile.ts'
import { compileVersion } from '#workflows/compile.ts'
import { unreachable } from './unreachable.ts'

const mail: WorkflowNode = { id: 'mail', type: 'send_email', subject: 'S', html: 'H', next: 'end' }
const sms: WorkflowNode = { id: 'sms', type: 'send_sms', body: 'B', next: 'end' }
const end: WorkflowNode = { id: 'end', type: 'end', outcome: 'success' }
const reasonFor = (nodes: WorkflowNode[], guest: object) =>
  unreachable(
    compileVersion('w', 'W', 1, { trigger: { source: null }, start: 'end', nodes: [...nodes, end] }),
    { ...unread('g'), ...guest },
  )?.reason

const agreed = { email: 'ada@example.com', email_consent: true }

test('a guest is left out where none of the messages may reach them, with the first reason', () => {
  expect(reasonFor([mail], {})).toBe('no_consent')
  expect(reasonFor([mail], { email_consent: true })).toBe('no_address')
  expect(reasonFor([mail], agreed)).toBeUndefined()
  expect(reasonFor([mail], { ...agreed, do_not_contact: true })).toBe('do_not_contact')
  expect(reasonFor([mail], { ...agreed, suppressed: { email: 'hard_bounce' } })).toBe('suppressed')
  expect(reasonFor([{ ...mail, topic: 'events' }], { ...agreed, topics_off: ['events'] })).toBe('topic_off')
  expect(reasonFor([{ ...mail, topic: 'events' }], { ...agreed, topics_off: ['offers'] })).toBeUndefined()
  expect(reasonFor([mail, sms], agreed)).toBeUndefined()
  expect(reasonFor([{ ...sms, class: 'transactional' }], { phone: '+441134960000' })).toBeUndefined()
})

test('a workflow that does anything else is for everyone', () => {
  expect(reasonFor([], {})).toBeUndefined()
  expect(reasonFor([mail, { id: 'tag', type: 'add_tag', tag: 'a', next: 'end' }], {})).toBeUndefined()
})
