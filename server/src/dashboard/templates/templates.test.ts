import { expect, test } from 'vitest'
import { describeWorkflow } from '#workflows/description/describe-workflow.ts'
import { validate } from '#workflows/validation/validate.ts'
import { templates } from './templates.ts'

test.each(templates.map(template => [template.key, template] as const))(
  'the template %s can be published as it is, and reads well',
  (_key, { definition }) => {
    expect(validate(definition).faults).toEqual([])
    expect(describeWorkflow(definition)).toMatch(/^When an event comes from "[\w-]+" .+\.$/)
  },
)

test('no two have the same key or listen to the same source, so that all of them can be live', () => {
  expect(new Set(templates.map(({ key }) => key)).size).toBe(6)
  expect(new Set(templates.map(({ definition }) => definition.trigger.source)).size).toBe(6)
})
