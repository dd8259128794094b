import type { EventInList } from '@millrace/contract/dashboard/events'
import type { WrittenEvent } from '@millrace/contract/simulation'
import { useQuery } from '@tanstack/react-query'
import { listEvents } from '../../../api/management.ts'
import { asked } from '../../../api/queries.ts'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { exactTime } from '../../../components/time/relative-time.ts'
import { useZone } from '../../../components/time/use-zone.ts'
import { useDebounced } from '../../../components/use-debounced.ts'
import { t } from '../../../language/words.ts'

const MOST = 20

export interface PastEventFieldProps {
  source: string | null
  onChoose(event: WrittenEvent): void
}

/** Copies the content of a past event of this source. */
export function PastEventField({ source: named, onChoose }: PastEventFieldProps) {
  const zone = useZone()
  const source = useDebounced(named)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['events', 'of source', source],
    queryFn: ({ signal }) =>
      asked(listEvents(source === null ? { sourceless: 'true' } : { source }, null, signal)),
  })
  const events = isPlaceholderData ? [] : (data?.data.slice(0, MOST) ?? [])
  if (events.length === 0) return null
  const choose = (id: string) => {
    const event = events.find(one => one.id === id)
    if (event) onChoose(toWritten(event))
  }
  return (
    <SelectField
      label={t`Use a past event`}
      name="past"
      value=""
      choices={[
        { value: '', label: t`Choose an event…` },
        ...events.map(event => ({
          value: event.id,
          label: `${exactTime(Date.parse(event.created_at), zone)}, ${event.guest_name ?? t`a guest`}`,
        })),
      ]}
      onChange={choose}
    />
  )
}

function toWritten({ source, serials, parameters }: EventInList): WrittenEvent {
  const { source: _named, ...rest } = parameters
  return { source, serials, parameters: rest as NonNullable<WrittenEvent['parameters']> }
}
