import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { Icon } from '../../components/Icon.tsx'
import { isFound } from '../../components/is-found.ts'
import { t } from '../../language/words.ts'
import { type Choice, type Group, groupNames } from './choice.ts'
import styles from './Palette.module.css'
import { useFixedChoices } from './use-fixed-choices.ts'
import { useFoundChoices } from './use-found-choices.ts'

/** What the keys of the field do. */
export interface PaletteKeys {
  move(step: 1 | -1): void
  choose(): void
}

export interface PaletteResultsProps {
  id: string
  typed: string
  keys: Ref<PaletteKeys>
  /** The id of the option that Enter opens. */
  onChosen(id: string | undefined): void
  onClose(): void
  onHelp(): void
}

/** What fits what was typed, in groups. */
export function PaletteResults({ id, typed, keys, onChosen, onClose, onHelp }: PaletteResultsProps) {
  // With the text it is a place for: another text begins at the top.
  const [{ place, of }, setPlace] = useState({ place: 0, of: typed })
  const fixed = useFixedChoices(onHelp)
  const { choices, looking } = useFoundChoices(typed)
  const found = shownOf([...fixed, ...choices], typed.trim())
  const index = of === typed ? Math.min(place, found.length - 1) : 0
  const chosen = found[index]
  const chosenId = chosen && `${id}-${index}`
  useEffect(() => {
    onChosen(chosenId)
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId, onChosen])

  const moveTo = (place: number) => setPlace({ place, of: typed })
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    choice.act()
  }
  useImperativeHandle(keys, () => ({
    move: step => {
      if (found.length > 0) moveTo((index + step + found.length) % found.length)
    },
    choose: () => choose(chosen),
  }))
  return (
    <>
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
                onMouseMove={() => moveTo(found.indexOf(choice))}
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
    </>
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
