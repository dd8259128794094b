import { t } from '../../language/words.ts'
import styles from './SavedViews.module.css'
import type { Selection } from './selection.ts'

/** On a phone, whose tables have no head that could have it. */
export const SelectAll = ({ selection }: { selection: Selection }) => (
  <label className={styles.all}>
    <input
      type="checkbox"
      checked={selection.all}
      onChange={({ target }) => selection.chooseAll(target.checked)}
    />
    {t`Select all`}
  </label>
)
