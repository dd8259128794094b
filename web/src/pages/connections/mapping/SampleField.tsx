import type { ListedDelivery } from '@millrace/contract/dashboard/connections'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { dateFormat } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import { resultInWords } from '../shared/delivery-in-words.ts'

const shortTime = dateFormat({ dateStyle: 'short', timeStyle: 'medium' })

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
    label={t`Delivery`}
    name="delivery"
    value={chosen ?? ''}
    choices={deliveries.map(delivery => ({
      value: delivery.id,
      label: `${shortTime.format(Date.parse(delivery.received_at))}: ${resultInWords(delivery)}`.slice(
        0,
        100,
      ),
    }))}
    onChange={onChoose}
  />
)
