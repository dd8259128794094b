import { useState } from 'react'
import { rich, t } from '../../language/words.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { CheckField } from '../form/CheckField.tsx'
import { isApple } from '../is-apple.ts'
import { keysInWords } from './keys.ts'
import styles from './ShortcutsDialog.module.css'
import { places, shortcutEntries } from './shortcuts.ts'
import { setSingleKeys, singleKeysAreOn } from './single-keys.ts'

/** Every shortcut, by where it works. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const [on, setOn] = useState(singleKeysAreOn)
  const groups = Map.groupBy(
    shortcutEntries.map(([, shortcut]) => shortcut),
    ({ where }) => where,
  )
  return (
    <Dialog wide title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className={styles.groups}>
        {[...groups].map(([where, shortcuts]) => (
          <section key={where} aria-label={places[where]}>
            <h3>{places[where]}</h3>
            <dl>
              {shortcuts.map(({ does, keys }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((way, n) => (
                      <span key={way}>
                        {n > 0 && t` or `}
                        <Keys way={way} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckField
        label={t`Single-key shortcuts`}
        note={t`Turn these off if you trigger them by accident, or use voice control.`}
        value={on}
        onChange={next => {
          setSingleKeys(next)
          setOn(next)
        }}
      />
    </Dialog>
  )
}

function Keys({ way }: { way: string }) {
  const [first, second] = keysInWords(way, isApple)
  return (
    <>
      <kbd>{first}</kbd>
      {second && <>{rich` then ${<kbd>{second}</kbd>}`}</>}
    </>
  )
}
