import { sourceOf } from '@millrace/contract/workflow'
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
      /^When (an event comes from "[\w-]+"|it is 7 days before|a guest has not been at any venue for 60 days,|it is sent to the segment "Regulars",) .+\.$/,
    )
  },
)

test('no two have the same key or listen to the same source, so that all of them can be live', () => {
  expect(new Set(templates.map(({ key }) => key)).size).toBe(7)
  const sources = templates.flatMap(({ definition }) => sourceOf(definition.trigger) ?? [])
  expect(sources).toHaveLength(4)
  expect(new Set(sources).size).toBe(4)
})
