import { type ReactNode, useId } from 'react'
import styles from './ChoiceCards.module.css'

/** Cards of which one is chosen, under a heading. Groups with the same `name` of their cards are one choice. */
export function ChoiceCards({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.cards}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

export interface ChoiceCardProps {
  /** Of the choice, the same for all of its cards. */
  name: string
  title: string
  about: string
  chosen: boolean
  required?: boolean
  onChoose(): void
}

export function ChoiceCard({ name, title, about, chosen, required = false, onChoose }: ChoiceCardProps) {
  const id = useId()
  return (
    <label>
      <input
        type="radio"
        name={name}
        required={required}
        checked={chosen}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-about`}
        onChange={onChoose}
      />
      <span>
        <strong id={`${id}-title`}>{title}</strong>
        <span id={`${id}-about`}>{about}</span>
      </span>
    </label>
  )
}
