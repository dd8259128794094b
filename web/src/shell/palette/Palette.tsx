import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../../components/Dialog.tsx'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { pagesFor } from '../pages.ts'
import { isFound } from './find.ts'
import styles from './Palette.module.css'

interface Choice {
  readonly name: string
  readonly icon: IconName
  act(): void
}

function useChoices(): Choice[] {
  const { role } = useSignedIn()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const pages = pagesFor(role).map(({ path, label, icon, section, apart }) => ({
    name: section === 'main' || section === 'Help' ? label : `${section} › ${label}`,
    icon,
    act: () => (apart ? location.assign(path) : navigate(path)),
  }))
  const create: Choice = {
    name: 'Create New API Key',
    icon: 'plus',
    act: () => navigate('/marketplace/api-keys/new'),
  }
  return [
    ...pages,
    ...(role === 'owner' ? [create] : []),
    { name: 'Sign out', icon: 'leave', act: () => void signOut() },
  ]
}

/** Type a few letters, press Enter, be there. */
export function Palette({ onClose }: { onClose(): void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const found = useChoices().filter(({ name }) => isFound(name, typed))
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
    <Dialog title="Find" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Find a page"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${found.indexOf(chosen)}`}
        placeholder="A page, or something to do"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label="Found" className={styles.found} hidden={found.length === 0}>
        {found.map((choice, index) => (
          <li
            key={choice.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice === chosen}
            onMouseMove={() => setPlace(index)}
            onClick={() => choose(choice)}
          >
            <Icon name={choice.icon} />
            {choice.name}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.nothing}>
        {found.length === 0 && `Nothing here is called “${typed}”.`}
      </p>
    </Dialog>
  )
}
