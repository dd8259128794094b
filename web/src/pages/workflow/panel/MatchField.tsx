import { ListField } from './fields.tsx'

/** Which parameters say that the event is about the same thing as the one that started the run. */
export const MatchField = ({
  value,
  onChange,
}: {
  value: readonly string[] | undefined
  onChange(value: string[] | undefined): void
}) => (
  <ListField
    label="Same as in the event that started the run"
    note="Parameter names separated by commas, for example booking_id. Leave blank if any event from this source counts."
    value={value}
    onChange={onChange}
  />
)
