import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import styles from './VendorGallery.module.css'

interface VendorSearchProps {
  search: string
  found: boolean
  onSearch(search: string): void
  /** Enter takes the first that is found. */
  onFirst(): void
}

/** A separate form: Enter would submit the one around the gallery. */
export const VendorSearch = ({ search, found, onSearch, onFirst }: VendorSearchProps) => (
  <search>
    <form
      className={styles.search}
      onSubmit={event => {
        event.preventDefault()
        if (found && search.trim() !== '') onFirst()
      }}
    >
      <TextField
        label={t`Search systems`}
        name="search"
        type="search"
        maxLength={100}
        value={search}
        onChange={onSearch}
      />
      <p role="status">{!found && t`No system matches. Most can be connected as “Any system”, below.`}</p>
    </form>
  </search>
)
