import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { validate } from '#workflows/validation/validate.ts'
import { namesIn } from './template.ts'
import { templates } from './templates.ts'

test.each(templates.map(template => [template.key, template] as const))(
  'the template %s can be published as it is, and reads well',
  (_key, template) => {
    const { definition } = template
    expect(validate(definition).faults).toEqual([])
    expect(describeWorkflow(definition, namesIn(template))).toMatch(
      /^When (an event comes from "[\w-]+",?|it is 7 days before|a guest has not been at any venue for 60 days,|a guest (enters|leaves) the segment "Gold"[:,]|it is sent to the segment "Regulars",) .+\.$/,
    )
  },
)

test('no two have the same key, and no two want the events of a source for themselves, so that all of them can be live', () => {
  expect(new Set(templates.map(({ key }) => key)).size).toBe(16)
  const sources = templates.flatMap(({ definition: { trigger } }) =>
    'source' in trigger && !trigger.listener ? [trigger.source] : [],
  )
  expect(sources.toSorted()).toEqual(['bills', 'bookings', 'enquiries', 'feedback', 'loyalty', 'visits'])
})

test('each is a recipe in the guide for marketers', () => {
  const guide = readFileSync(new URL('../../../../docs/marketers.md', import.meta.url), 'utf8')
  expect(templates.filter(({ name }) => !guide.includes(`*${name}*`)).map(({ key }) => key)).toEqual([])
})
