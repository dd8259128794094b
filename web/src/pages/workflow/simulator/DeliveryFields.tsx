import type { WorkflowNode } from '@millrace/contract/node'
import type { SimulatedDelivery, SimulationScript } from '@millrace/contract/simulation'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { t } from '../../../language/words.ts'
import { JsonField } from '../values/JsonField.tsx'

type Deliveries = NonNullable<SimulationScript['deliveries']>

const outcomes = [
  { value: 'delivered', label: t`Delivered` },
  { value: 'failed', label: t`Failed` },
] as const

const sends = ({ type }: WorkflowNode) =>
  type === 'send_email' || type === 'send_sms' || type === 'call_webhook'

export interface DeliveryFieldsProps {
  document: WorkflowDefinition
  value: Deliveries
  onChange(value: Deliveries): void
}

/** The result of each delivery, by step. */
export function DeliveryFields({ document, value, onChange }: DeliveryFieldsProps) {
  const set = (id: string, delivery: SimulatedDelivery) => onChange({ ...value, [id]: delivery })
  const nodes = document.nodes.filter(sends)
  if (nodes.length === 0) return null
  return (
    <details>
      <summary>{t`Delivery results`}</summary>
      {nodes.map(node => {
        const delivery = value[node.id] ?? { outcome: 'delivered' }
        return (
          <div key={node.id}>
            <SelectField<'delivered' | 'failed'>
              label={nameOf(node)}
              name={node.id}
              value={delivery.outcome}
              choices={outcomes}
              onChange={outcome => set(node.id, { outcome })}
            />
            {node.type === 'call_webhook' && delivery.outcome === 'delivered' && (
              <JsonField
                label={t`Answer to ${nameOf(node)}`}
                value={delivery.body ?? {}}
                onChange={body => set(node.id, { outcome: 'delivered', status: 200, body })}
              />
            )}
          </div>
        )
      })}
    </details>
  )
}
