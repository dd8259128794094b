import { fields as rows } from '@millrace/contract/condition/fields'
import { expect, test } from 'vitest'
import { continuationsOf, fields, partsOf, segmentFields, workflowFields } from './data-fields.ts'

test('a path is a field, or a field and a key', () => {
  expect(partsOf('guest.points')).toEqual({ field: 'guest.points', key: '' })
  expect(partsOf('event.parameters.spend.net')).toEqual({ field: 'event.parameters.', key: 'spend.net' })
  expect(partsOf('of.another.release')).toEqual({ field: '', key: 'of.another.release' })
})

test('the form offers every field, each once', () => {
  for (const { path, label } of rows) {
    const { field } = partsOf(path)
    expect(fields.filter(one => one.field === field)).toEqual([{ field, label }])
  }
})

test('workflows are not offered what only segments can ask, and segments nothing but the guest', () => {
  const names = (some: typeof fields) => some.map(({ field }) => field)
  expect(names(fields).filter(field => !names(workflowFields).includes(field))).toEqual(['guest.events.'])
  expect(names(segmentFields)).toContain('guest.events.')
  expect(names(segmentFields)).toContain('guest.facts.visits')
  for (const field of names(segmentFields)) expect(field).toMatch(/^guest\.(?!facts_here|facts\.last_visit)/)
})

test('the form suggests how a field of a node or a workflow continues', () => {
  expect(continuationsOf('webhooks.').map(({ rest }) => rest)).toEqual(['status', 'body.'])
  expect(continuationsOf('past_runs.').map(({ rest }) => rest)).toEqual([
    'count',
    'completed',
    'days_since_last',
  ])
  expect(continuationsOf('event.parameters.')).toEqual([])
})
