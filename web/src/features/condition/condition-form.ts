import type { Leaf } from '@millrace/contract/condition'
import { createContext } from 'react'
import { type DataField, segmentFields, workflowFields } from './data-fields.ts'

/** What a form for conditions offers. */
export interface ConditionForm {
  readonly fields: readonly DataField[]
  /** What a new comparison begins with. */
  readonly fresh: Leaf
  /** Whether it compares with other fields, and dates. */
  readonly comparesMore: boolean
  /** Without a single comparison. */
  readonly nothing: string
}

const ofWorkflows: ConditionForm = {
  fields: workflowFields,
  fresh: { field: 'event.parameters.', operator: 'equals', value: '' },
  comparesMore: true,
  nothing: 'Always.',
}

export const ofSegments: ConditionForm = {
  fields: segmentFields,
  fresh: { field: 'guest.facts.visits', operator: 'at_least', value: 1 },
  comparesMore: false,
  nothing: 'Add a condition to say which guests are in it.',
}

export const ConditionFormContext = createContext<ConditionForm>(ofWorkflows)
