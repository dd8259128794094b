import { readFileSync } from 'node:fs'
import { fieldNames } from '@millrace/contract/condition/fields'
import { operatorNames } from '@millrace/contract/condition/operators'
import type { WorkflowNode } from '@millrace/contract/node'
import { describe, expect, test } from 'vitest'
import { zonedMoment } from '#calendar/wall-clock.ts'
import { channels } from '#templates/channel.ts'
import { compileTemplate } from '#templates/compile-template.ts'
import { engineOf } from '#templates/engine.ts'
import { strftime } from '#templates/strftime.ts'
import { parseWorkflowFile } from './files/workflow-file.ts'
import { segmentFaults } from './segments/segment-faults.ts'
import { edges } from './validation/edges.ts'
import { everyNode } from './validation/every-node.fixture.ts'
import { validate } from './validation/validate.ts'

const text = readFileSync(new URL('../../../docs/workflows.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(match => match[1] as string)
const question = { type: 'question', text: 'How was it?', scale: 'stars' } as const
const end = { id: 'the-end', type: 'end', outcome: 'success' } as const

/** Only the condition of a segment counts events. */
const isSegment = (example: object) => 'where' in example

/** An example in a document that has nothing else, except the targets of its ways. */
function documentOf(example: unknown): object {
  const sound = { trigger: { source: 'till' }, start: end.id, nodes: [end] }
  if (Array.isArray(example)) return { ...sound, ['on' in example[0] ? 'exits' : 'variables']: example }
  const given = example as Record<string, unknown>
  if ('definition' in given) return given.definition as object
  if (!('type' in given)) return { ...sound, trigger: { source: 'till', when: given } }
  const node = given as WorkflowNode
  const targets = [...new Set(edges(node).map(edge => edge.next))]
  const before =
    node.type === 'wait_for_task'
      ? node.tasks
      : node.type === 'wait_for_click' || node.type === 'wait_for_answer'
        ? [node.email]
        : []
  const made =
    node.type === 'wait_for_task'
      ? { type: 'create_task', title: 'Task' }
      : {
          type: 'send_email',
          subject: 'Mail',
          blocks: [question],
        }
  const earlier = before.map((id, place) => ({ id, ...made, next: before[place + 1] ?? node.id }))
  const nodes = [...earlier, node, ...targets.map(id => ({ ...end, id }))]
  const languages = 'translations' in node ? { languages: Object.keys(node.translations ?? {}) } : {}
  return { ...sound, ...languages, start: before[0] ?? node.id, nodes }
}

describe('docs/workflows.md', () => {
  test.each(examples)('has examples that could be published: number %#', example => {
    const given = JSON.parse(example)
    const faults = isSegment(given)
      ? segmentFaults(given, 'condition', { id: undefined, name: 'New', known: new Map() })
      : validate(documentOf(given)).faults
    expect(faults).toEqual([])
  })

  test('has a file that can be imported', () => {
    expect(parseWorkflowFile(examples[0] as string)).toHaveProperty('file')
  })

  test('has an example of every type of node', () => {
    const shown = examples.map(example => JSON.parse(example).type)
    for (const { type } of everyNode.nodes) expect(shown).toContain(type)
  })

  test('names every tag, every filter, every field, every operator and every code of a date', () => {
    const named = (opening: string) => {
      const paragraph = text.slice(text.indexOf(opening)).split('\n\n')[0] as string
      return new Set([...paragraph.matchAll(/`([^`]+)`/g)].map(match => match[1] as string))
    }
    expect(named('**Tags:**')).toEqual(new Set(Object.keys(engineOf('html').liquid.tags)))
    const filters = (Object.keys(channels) as (keyof typeof channels)[]).flatMap(channel => [
      ...engineOf(channel).filters,
    ])
    expect(named('**Filters:**')).toEqual(new Set(filters))
    for (const name of [...fieldNames, ...operatorNames]) expect(text).toContain(`\`${name}\``)
    const moment = zonedMoment(new Date('2026-03-14T19:30:00Z'), 'UTC')
    for (const code of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      const known = strftime(moment, 'en-GB', `%${code}`) !== `%${code}`
      expect([code, /\*\*Dates\*\*[^*]+/.exec(text)?.[0].includes(`%${code}`)]).toEqual([code, known])
    }
  })

  test('names values that a template may use', () => {
    const paragraph = text.slice(text.indexOf('**Values:**')).split('\n\n')[0] as string
    const values = [...paragraph.matchAll(/`([^`]+)`/g)].map(match => match[1] as string)
    expect(values.length).toBeGreaterThan(20)
    const body = values
      .map(
        value =>
          `{{ ${value.replace('awarded.<node>', 'awarded.give').replace('answers.<node>', 'answers.ask').replace('tasks.<node>', 'tasks.call').replace('<node>', 'crm').replace('<key>', 'offer')} }}`,
      )
      .join('')
    const nodes = [
      { id: 'crm', type: 'call_webhook', url: 'https://example.com/', method: 'POST', next: 'give' },
      { id: 'give', type: 'award_points', points: 1, next: 'call' },
      { id: 'call', type: 'create_task', title: 'Call', next: 'ask' },
      { id: 'ask', type: 'send_email', subject: 'Mail', blocks: [question], next: 'sms' },
      { id: 'sms', type: 'send_sms', body, next: end.id },
      end,
    ]
    const document = {
      trigger: { source: null },
      variables: [{ key: 'offer', value: 1 }],
      start: 'crm',
      nodes,
    }
    expect(validate(document).faults).toEqual([])
    expect(compileTemplate(body, 'sms', new Set()).ok).toBe(false)
  })
})
