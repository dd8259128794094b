import { LARGEST_DOCUMENT, WorkflowFile } from '@millrace/contract/workflow-management'
import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import { isRecord } from '../record.ts'
import type { Schema } from '../validation/narrow.ts'
import { plainFaults } from '../validation/plain-faults.ts'
import { ordered } from './ordered.ts'

/** A workflow as a file. Its definition is a draft, which may be invalid. */
export interface FileContent {
  readonly name: string
  readonly description: string
  readonly definition: Record<string, unknown>
}

export type ParsedFile = { readonly file: FileContent } | { readonly faults: readonly string[] }

const FORMAT = 1

export function writeWorkflowFile({ name, description, definition }: FileContent, schema: string): string {
  const file = { $schema: schema, millrace: FORMAT, name, description, definition }
  return `${JSON.stringify(ordered(file, WorkflowFile as Schema), null, 2)}\n`
}

const Frame = Type.Object(
  {
    ...WorkflowFile.properties,
    millrace: Type.Unknown(),
    definition: Type.Object({}),
  },
  { additionalProperties: false },
)

/** Reads a file from writeWorkflowFile or from a person. All faults are reported at once. */
export function parseWorkflowFile(text: string): ParsedFile {
  if (text.length > 2 * LARGEST_DOCUMENT) return refused('The file is larger than any workflow can be.')
  let value: unknown
  try {
    // Some editors put a byte order mark before the text.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return refused(notJson(error as Error))
  }
  if (!isRecord(value) || !Object.hasOwn(value, 'millrace'))
    return refused(
      'This is not a workflow file: it is a JSON object with "millrace": 1, a name and a definition.',
    )
  if (value.millrace !== FORMAT)
    return refused(
      `The file has the format ${JSON.stringify(value.millrace)}; this release of Millrace reads ${FORMAT}.`,
    )
  const faults = plainFaults(Errors(Frame, value), '')
  if (faults.length > 0) return { faults: faults.map(fault => fault.message) }
  const { name, description = '', definition } = value as Partial<FileContent> & Record<string, unknown>
  return { file: { name, description, definition } as FileContent }
}

const refused = (fault: string): ParsedFile => ({ faults: [fault] })

function notJson({ message }: Error): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  return line === undefined
    ? 'This is not JSON: it is empty, or breaks off before its end.'
    : `This is not JSON: it cannot be read on from line ${line}, column ${column}.`
}
