import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { describe, expect, test } from 'vitest'
import { describeWorkflow } from '../description/describe-workflow.ts'
import { everyNode } from '../validation/every-node.fixture.ts'
import { isReadable, validate } from '../validation/validate.ts'
import { parseWorkflowFile, writeWorkflowFile } from './workflow-file.ts'
import { workflowSchema } from './workflow-schema.ts'

const address = 'https://millrace.example.com/schemas/workflow.json'
const content = { name: 'Every node', description: 'All of them', definition: { ...everyNode } }
const faultsOf = (text: string) => {
  const parsed = parseWorkflowFile(text)
  return 'faults' in parsed ? parsed.faults : []
}

const schema = Compile(JSON.parse(JSON.stringify(workflowSchema(address))))
const matches = (file: unknown) => schema.Check(file)

describe('the published schema', () => {
  const file = (definition: unknown) => ({ millrace: 1, name: 'x', definition })

  test('takes what is written, and refuses what is not a workflow', () => {
    expect(matches(JSON.parse(writeWorkflowFile(content, address)))).toBe(true)
    expect(matches(file({ ...everyNode, start: 5 }))).toBe(false)
    expect(matches({ ...file(everyNode), millrace: 2 })).toBe(false)
  })

  test('writes nodes and conditions out once', () => {
    const text = JSON.stringify(workflowSchema(address))
    expect(text.split('"starts_with"')).toHaveLength(2)
    expect(text.split('"wait_for_event"')).toHaveLength(2)
    expect(text).not.toContain('"$ref":"Condition"')
  })

  test('says the same of a document as the contract does', () => {
    const places = ['trigger', 'start', 'nodes', 'variables', 'exits'] as const
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(13), fc.jsonValue(), (place, index, value) => {
        const definition = structuredClone(everyNode) as unknown as Record<string, unknown>
        if (place !== 'nodes') definition[place] = value
        else Object.assign((definition.nodes as object[])[index] as object, value)
        expect(matches(file(definition))).toBe(isReadable(definition))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a file', () => {
  test('comes back as it was written, and is written in the same order however its keys stood', () => {
    const text = writeWorkflowFile(content, address)
    expect(parseWorkflowFile(text)).toEqual({ file: content })
    const shuffled = JSON.parse(text, (_, value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    )
    expect(writeWorkflowFile(shuffled, address)).toBe(text)
    expect(Object.keys(JSON.parse(text).definition.nodes[0])).toEqual([
      'id',
      'type',
      'until',
      'next',
      'moves',
    ])
  })

  test('may hold a draft that is not valid, and may begin with a byte order mark', () => {
    expect(parseWorkflowFile('\uFEFF{"millrace": 1, "name": "x", "definition": {"nodes": 5}}')).toEqual({
      file: { name: 'x', description: '', definition: { nodes: 5 } },
    })
  })

  test.each([
    ['', 'This is not JSON: it is empty, or breaks off before its end.'],
    ['{"millrace": 1,\n  "name" "x"}', 'This is not JSON: it cannot be read on from line 2, column 10.'],
    ['[]', 'This is not a workflow file'],
    ['{"name": "x"}', 'This is not a workflow file'],
    ['{"millrace": 2}', 'The file has the format 2; this release of Millrace reads 1.'],
    ['{"millrace": 1, "name": "", "definition": []}', 'The field "name" must not be empty.'],
    ['{"millrace": 1, "name": "x", "definition": []}', 'The field "definition" must be an object.'],
    [
      '{"millrace": 1, "name": "x", "definition": {}, "colour": 1}',
      'The field "colour" is not a known field here.',
    ],
  ])('%j is refused with a sentence', (text, sentence) => {
    expect(faultsOf(text)).toContainEqual(expect.stringContaining(sentence))
  })

  test('of any text at all is read or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        const parsed = parseWorkflowFile(text)
        if ('faults' in parsed) for (const fault of parsed.faults) expect(fault).toMatch(/\.$/)
      }),
    )
  })
})

/** Written by the release before values could be taken from data. It is never changed. */
test('a file from before values came from data is valid as it is, and means what it meant', () => {
  const text = readFileSync(new URL('./first-format.fixture.json', import.meta.url), 'utf8')
  const parsed = parseWorkflowFile(text)
  if (!('file' in parsed)) throw new Error('the file is refused')
  const { definition, faults } = validate(parsed.file.definition)
  expect(faults).toEqual([])
  expect(definition).toEqual(JSON.parse(text).definition)
  expect(matches(JSON.parse(text))).toBe(true)
  const said = describeWorkflow(definition as typeof everyNode)
  for (const part of [
    'and the event\'s spend is at least 50 and the guest does not have the tag "staff": wait 2 hours; then call crm.example.com',
    '(award 25 points); then wait up to 3 weeks; if an event comes from "till" and the event\'s spend is more than 0 (add the tag "regular", end)',
    "set the guest's crm to \"{{ webhooks.crm.status }}\", the guest's email_consent to false and the guest's phone to nothing",
    'A guest leaves at once when an event comes from "complaints" and the event\'s open is true, or when the guest is not to be contacted.',
  ])
    expect(said).toContain(part)
})
