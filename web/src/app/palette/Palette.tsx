import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { isFound } from '../../components/is-found.ts'
import { t } from '../../language/words.ts'
import { type Choice, type Group, groupNames } from './choice.ts'
import styles from './Palette.module.css'
import { useFixedChoices } from './use-fixed-choices.ts'
import { useFoundChoices } from './use-found-choices.ts'

/** Type a few letters, press Enter, be there. */
export function Palette({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const fixed = useFixedChoices(onHelp)
  const { choices, looking } = useFoundChoices(typed)
  const found = shownOf([...fixed, ...choices], typed.trim())
  const chosen = found[Math.min(place, found.length - 1)]

  const chosenId = chosen && `${id}-${found.indexOf(chosen)}`
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

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
    <Dialog title={t`Search`} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={t`Search everything`}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosenId}
        placeholder={t`Guests, workflows, segments, settings, ids and commands`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        role="listbox"
        aria-label={t`Results`}
        className={styles.found}
        hidden={found.length === 0}
      >
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, choices]) => (
          <div key={group} role="group" aria-label={groupNames[group]}>
            <p aria-hidden="true">{groupNames[group]}</p>
            {choices.map(choice => (
              <div
                key={choice.id}
                id={`${id}-${found.indexOf(choice)}`}
                role="option"
                aria-selected={choice === chosen}
                onMouseMove={() => setPlace(found.indexOf(choice))}
                onClick={() => choose(choice)}
              >
                <Icon name={choice.icon} />
                <span>{choice.name}</span>
                {choice.about && <span className={styles.about}>{choice.about}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles.nothing}>
        {found.length === 0 && (looking ? t`Searching…` : t`No results for “${typed}”.`)}
      </p>
    </Dialog>
  )
}

/** What the server finds comes last, because it comes late: what Enter opens must not change at the last moment. */
const wanted: readonly Group[] = ['pages', 'commands', 'settings', 'found']
const unasked: readonly Group[] = ['recent', 'commands', 'pages']

function shownOf(choices: readonly Choice[], typed: string): Choice[] {
  const groups = typed === '' ? unasked : wanted
  return choices
    .filter(
      ({ group, name, also }) =>
        groups.includes(group) && (group === 'found' || isFound(also ?? name, typed)),
    )
    .toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group))
}
