import { t } from '../../language/words.ts'
import styles from './ColourField.module.css'
import { Control, type ControlProps } from './Control.tsx'

export interface ColourFieldProps extends ControlProps {
  value: string
  onChange(value: string): void
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Typed, because brands have their colours written down, or picked. */
export function ColourField({ label, name, note, failure, value, onChange }: ColourFieldProps) {
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {wired => (
        <div className={styles.colour}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={t`Pick the ${label.toLowerCase()}`}
            data-unset={isColour(value) ? undefined : true}
            value={isColour(value) ? value : '#ffffff'}
            onChange={event => onChange(event.target.value)}
          />
          <input
            {...wired}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder="#26282c"
            value={value}
            onChange={event => onChange(event.target.value)}
          />
        </div>
      )}
    </Control>
  )
}
