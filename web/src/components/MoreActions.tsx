import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { t } from '../language/words.ts'
import { Button } from './Button.tsx'
import styles from './MoreActions.module.css'

export interface Action {
  readonly name: string
  readonly danger?: boolean
  act(): void
}

/** What is done rarely, behind one button. It closes with a choice, with Escape, and when the focus goes elsewhere. */
export function MoreActions({
  label = t`More actions`,
  actions,
}: {
  label?: string
  actions: readonly Action[]
}) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return
    close()
    opener.current?.focus()
  }
  return (
    <fieldset className={styles.more} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        quiet
        ref={opener}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <ul id={id} className={styles.list}>
          {actions.map(({ name, danger = false, act }) => (
            <li key={name}>
              <Button
                quiet
                danger={danger}
                onClick={() => {
                  close()
                  act()
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
