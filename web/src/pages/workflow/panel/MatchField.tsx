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
    note="Names of parameters, such as booking_id, with commas in between. Empty: any event of this source counts."
    value={value}
    onChange={onChange}
  />
)
