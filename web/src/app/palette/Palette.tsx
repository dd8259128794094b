import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import type { Choice } from './choice.ts'
import { isFound } from './find.ts'
import styles from './Palette.module.css'
import { useFixedChoices } from './use-fixed-choices.ts'
import { useFoundChoices } from './use-found-choices.ts'

/** Type a few letters, press Enter, be there. */
export function Palette({ onClose }: { onClose(): void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const fixed = useFixedChoices().filter(({ name }) => isFound(name, typed))
  const { choices, looking } = useFoundChoices(typed)
  const found = [...fixed, ...choices]
  const chosen = found[Math.min(place, found.length - 1)]

  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    choice.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setPlace((found.indexOf(chosen as Choice) + step + found.length) % found.length)
    }
    if (event.key === 'Enter') choose(chosen)
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Search everything"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${found.indexOf(chosen)}`}
        placeholder="Guests, workflows, pages, ids and commands"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label="Results" className={styles.found} hidden={found.length === 0}>
        {found.map((choice, index) => (
          <li
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice === chosen}
            onMouseMove={() => setPlace(index)}
            onClick={() => choose(choice)}
          >
            <Icon name={choice.icon} />
            <span>{choice.name}</span>
            {choice.about && <span className={styles.about}>{choice.about}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.nothing}>
        {found.length === 0 && (looking ? 'Searching…' : `No results for “${typed}”.`)}
      </p>
    </Dialog>
  )
}
