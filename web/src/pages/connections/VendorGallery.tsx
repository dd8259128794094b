import { ChoiceCard, ChoiceCards } from '../../components/form/ChoiceCards.tsx'
import { t } from '../../language/words.ts'
import { kindNames, type Offered } from './offered-vendors.ts'
import styles from './VendorGallery.module.css'

interface VendorGalleryProps {
  groups: readonly Offered[]
  chosen: string
  onChoose(vendor: string): void
}

/** All kinds are one choice, so that the arrow keys go through all of them. */
export const VendorGallery = ({ groups, chosen, onChoose }: VendorGalleryProps) => (
  <div className={styles.gallery} role="radiogroup" aria-label={t`System`}>
    {groups.map(({ kind, vendors }) => (
      <ChoiceCards key={kind} legend={kindNames[kind]}>
        {vendors.map(({ id, name, about }) => (
          <ChoiceCard
            key={id}
            name="vendor"
            title={name}
            about={about}
            required
            chosen={id === chosen}
            onChoose={() => onChoose(id)}
          />
        ))}
      </ChoiceCards>
    ))}
  </div>
)
