import { Children, type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../language/words.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './MoreActions.module.css'

export interface Action {
  readonly name: string
  readonly danger?: boolean
  act(): void
}

export interface MoreActionsProps {
  label?: string
  actions?: readonly Action[]
  /** Three dots instead of the words, where there is little room. */
  small?: boolean
  /** Links and buttons that do more than call something, such as files. */
  children?: ReactNode
}

/** What is done rarely, behind one button. It closes with a choice, with Escape, and when the focus goes elsewhere. */
export function MoreActions({ label = t`More actions`, actions = [], small, children }: MoreActionsProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  const others = Children.toArray(children)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // What is around it stays open.
    event.stopPropagation()
    close()
    opener.current?.focus()
  }
  return (
    <fieldset className={styles.more} data-small={small} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        quiet
        ref={opener}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {small ? (
          <>
            <Icon name="more" />
            <span className="visually-hidden">{label}</span>
          </>
        ) : (
          label
        )}
      </Button>
      {(open || others.length > 0) && (
        <ul id={id} className={styles.list} hidden={!open}>
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
          {/* They stay while it is closed: a file may still be being written. */}
          {others.length > 0 && <li className={styles.others}>{others}</li>}
        </ul>
      )}
    </fieldset>
  )
}
