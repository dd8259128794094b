import { t } from '../../language/words.ts'
import styles from './SavedViews.module.css'
import type { Sorting } from './sorting.ts'
import type { Column } from './Table.tsx'

/** By what the list is sorted, on a phone: its rows have no headings there. */
export function SortField<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  const sorted = columns.filter(({ sort }) => sort !== undefined)
  if (sorted.length === 0) return null
  return (
    <select
      className={styles.sort}
      aria-label={t`Sort by`}
      value={sorting.sort || sorting.usual}
      onChange={({ target }) => sorting.setSort(target.value === sorting.usual ? '' : target.value)}
    >
      {sorted.flatMap(({ name, sort, down, soon }) => [
        <option key={sort} value={sort}>
          {soon ? t`${name}: earliest first` : down ? t`${name}: oldest first` : t`${name}: A to Z`}
        </option>,
        <option key={`-${sort}`} value={`-${sort}`}>
          {soon ? t`${name}: latest first` : down ? t`${name}: newest first` : t`${name}: Z to A`}
        </option>,
      ])}
    </select>
  )
}
