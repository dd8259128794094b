import { Control, type ControlProps } from './Control.tsx'
import { dayOf, isWholeDay, localMinute, momentOf } from './day-moment.ts'

export interface DayFieldProps extends ControlProps {
  /** As ISO 8601; empty: none. */
  value: string
  /** Whether the moment is the start of the day, or its end. */
  edge: 'start' | 'end'
  onChange(value: string): void
}

/** A moment, chosen by its day. One that is within a day, as a link gave it, is shown to the minute. */
export function DayField({ label, name, note, failure, value, edge, onChange }: DayFieldProps) {
  const isDay = value === '' || isWholeDay(value)
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {wired => (
        <input
          {...wired}
          type={isDay ? 'date' : 'datetime-local'}
          value={isDay ? dayOf(value, edge) : localMinute(value)}
          onChange={({ target }) =>
            onChange(
              isDay ? momentOf(target.value, edge) : target.value && new Date(target.value).toISOString(),
            )
          }
        />
      )}
    </Control>
  )
}
