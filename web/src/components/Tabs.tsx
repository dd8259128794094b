import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './Tabs.module.css'

export interface Tab {
  readonly name: string
  readonly content: ReactNode
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Which one is shown, where something else has to know it too. */
  chosen?: { readonly place: number; onPlace(place: number): void }
}

/** One of several, chosen by a click or with the arrow keys. */
export function Tabs({ label, tabs, chosen }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(0)
  const { place, onPlace: setPlace } = chosen ?? { place: own, onPlace: setOwn }
  const shown = Math.min(place, tabs.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = (shown + step + tabs.length) % tabs.length
    setPlace(next)
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            aria-selected={index === shown}
            aria-controls={`${id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setPlace(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${shown}`} className={styles.panel}>
        {tabs[shown]?.content}
      </div>
    </div>
  )
}
