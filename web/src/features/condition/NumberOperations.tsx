import type { NumberFromData } from '@millrace/contract/value'
import styles from './ConditionEditor.module.css'
import { OptionalNumber } from './NumberFields.tsx'
import { withoutUndefined } from './without-undefined.ts'

/** What is done with the other number before it is compared. */
export function NumberOperations({
  value,
  onChange,
}: {
  value: NumberFromData
  onChange(value: NumberFromData): void
}) {
  const set = (change: { times?: number | undefined; plus?: number | undefined }) =>
    onChange(withoutUndefined({ ...value, ...change } as NumberFromData))
  return (
    <div className={styles.pair}>
      <OptionalNumber label="Times" value={value.times} onChange={times => set({ times })} />
      <OptionalNumber label="Plus" value={value.plus} onChange={plus => set({ plus })} />
    </div>
  )
}
