import { SelectField } from '../../../components/form/SelectField.tsx'
import { connectionsOf } from '../../../features/workflow/connections.ts'
import { connect, possibleTargets } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'
import type { NodeFormProps } from './panel-context.ts'

/** The target of each connection: the same as drawing a line, without a mouse. */
export function NextStepFields({ node, document, onDocument, locked }: NodeFormProps) {
  const targets = possibleTargets(document, node.id)
  return connectionsOf(node).map(({ handle, label, target }) => (
    <SelectField
      key={handle}
      label={label === '' ? t`Then` : t`${label}: then`}
      name={handle}
      value={targets.some(({ id }) => id === target) ? (target ?? '') : ''}
      choices={[
        { value: '', label: t`no step yet` },
        ...targets.map(one => ({ value: one.id, label: `${nameOf(one)} (${one.id})` })),
      ]}
      onChange={to => !locked && onDocument(connect(document, { from: node.id, handle }, to))}
    />
  ))
}
