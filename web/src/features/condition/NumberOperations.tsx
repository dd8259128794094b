import type { NumberFromData } from '@millrace/contract/value'
import { t } from '../../language/words.ts'
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
      <OptionalNumber label={t`Times`} value={value.times} onChange={times => set({ times })} />
      <OptionalNumber label={t`Plus`} value={value.plus} onChange={plus => set({ plus })} />
    </div>
  )
}
