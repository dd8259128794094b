import type { ListedDelivery } from '@millrace/contract/dashboard/connections'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { resultInWords } from '../shared/delivery-in-words.ts'

/** Which delivery is pointed at. */
export const SampleField = ({
  deliveries,
  chosen,
  onChoose,
}: {
  deliveries: readonly ListedDelivery[]
  chosen: string | undefined
  onChoose(id: string): void
}) => (
  <SelectField
    label="Delivery"
    name="delivery"
    value={chosen ?? ''}
    choices={deliveries.map(delivery => ({
      value: delivery.id,
      label: `${new Date(delivery.received_at).toLocaleString('en-GB')}: ${resultInWords(delivery)}`.slice(
        0,
        100,
      ),
    }))}
    onChange={onChoose}
  />
)
