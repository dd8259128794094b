import type { Condition, Leaf } from '@millrace/contract/condition'
import { createContext } from 'react'
import { t } from '../../language/words.ts'
import { type DataField, eventFields, segmentFields, workflowFields } from './data-fields.ts'

export interface ConditionEditorProps {
  /** Its purpose, which distinguishes several. */
  label: string
  /** Instead of the label, where the place says the rest. */
  legend?: string
  value: Condition | undefined
  onChange(value: Condition | undefined): void
  locked: boolean
}

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
  nothing: t`Always.`,
}

export const ofSegments: ConditionForm = {
  fields: segmentFields,
  fresh: { field: 'guest.facts.visits', operator: 'at_least', value: 1 },
  comparesMore: false,
  nothing: t`Add a condition to say which guests are in it.`,
}

/** Which events a segment counts. */
export const ofEvents: ConditionForm = {
  fields: eventFields,
  fresh: { field: 'event.parameters.', operator: 'equals', value: '' },
  comparesMore: false,
  nothing: t`All of them.`,
}

export const ConditionFormContext = createContext<ConditionForm>(ofWorkflows)
