import type { Mapping } from '@millrace/contract/connection-mapping'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { type Identifier, moved, withSystem } from './identifiers.ts'
import styles from './mapping.module.css'

/** When an identifier is tried, and of which system an id is. */
export function IdentifierFields({
  mapping,
  place,
  one,
  onChange,
  onMove,
}: {
  mapping: Mapping
  place: number
  one: Identifier
  onChange(mapping: Mapping): void
  /** It is at another place now. */
  onMove(mapping: Mapping, place: number): void
}) {
  const { identifiers } = mapping.guest
  const move = (to: number) => onMove(moved(mapping, place, to), to)
  return (
    <>
      {identifiers.length > 1 && (
        <div>
          <p>
            {place === 0
              ? t`Tried first. A guest who is found by it is not looked for further.`
              : t`Tried number ${place + 1}, where those before it find no one.`}
          </p>
          <div className={styles.actions}>
            <Button quiet disabled={place === 0} onClick={() => move(place - 1)}>
              {t`Try earlier`}
            </Button>
            <Button quiet disabled={place === identifiers.length - 1} onClick={() => move(place + 1)}>
              {t`Try later`}
            </Button>
          </div>
        </div>
      )}
      {one.type === 'external_id' && (
        <TextField
          label={t`System`}
          name="system"
          maxLength={100}
          note={t`The system whose id it is, for example “square”.`}
          value={one.system ?? ''}
          onChange={system => onChange(withSystem(mapping, place, system.trim()))}
        />
      )}
    </>
  )
}
