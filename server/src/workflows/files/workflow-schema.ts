import { Condition } from '@millrace/contract/condition'
import { WorkflowNode } from '@millrace/contract/node'
import { WorkflowFile } from '@millrace/contract/workflow-management'
import { isRecord } from '../record.ts'

/** The JSON Schema of a workflow's file, made from the contract, for editors and external checks. */
export function workflowSchema(address: string): Record<string, unknown> {
  const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  const condition = (plain(Condition).$defs as Record<string, Record<string, unknown>>).Condition
  const { $id: _, ...unnamed } = condition as Record<string, unknown>
  const node = plain(WorkflowNode)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address,
    ...(referring(plain(WorkflowFile), node) as Record<string, unknown>),
    $defs: { condition: referring(unnamed, undefined), node: referring(node, undefined) },
  }
}

/** Conditions and nodes are written out once; everything else refers to them. */
function referring(schema: unknown, node: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(part => referring(part, node))
  if (!isRecord(schema)) return schema
  if (schema.$ref === 'Condition') return { $ref: '#/$defs/condition' }
  if (node !== undefined && JSON.stringify(schema) === JSON.stringify(node)) return { $ref: '#/$defs/node' }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, referring(part, node)]))
}
