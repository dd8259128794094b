import { expect, test } from 'vitest'
import { alertsOf } from './alerts-of.ts'

const kindsOf = (action: string, detail: Record<string, unknown>) =>
  alertsOf({ entries: [{ actor: 'ada@example.com', action, detail, keyed: true }] as never, missing: 0 }).map(
    ({ kind }) => kind,
  )

test.each([
  ['provider.added', {}, ['sender_changed']],
  ['provider.removed', {}, ['sender_changed']],
  ['provider.ordered', {}, ['sender_changed']],
  ['provider.changed', { changed: ['smtp', 'secret'] }, ['sender_changed']],
  ['provider.changed', { changed: ['pace', 'name'] }, []],
  ['provider.tested', {}, []],
])('who sends messages is an alert, how fast is none: %s %j', (action, detail, kinds) => {
  expect(kindsOf(action, detail)).toEqual(kinds)
})
