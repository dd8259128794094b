import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useContext, useMemo } from 'react'
import type { Option } from '../../components/form/option.ts'
import { InsertableContext } from './insertable.ts'
import { variablesOf } from './variables.ts'

/** The values that texts of this document can show, by name. */
export function useValues(
  document: Partial<Pick<WorkflowDefinition, 'variables' | 'nodes'>>,
): readonly Option[] {
  const insertable = useContext(InsertableContext)
  return useMemo(() => variablesOf(document, insertable), [document, insertable])
}
