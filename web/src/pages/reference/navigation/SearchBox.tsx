import { type KeyboardEvent, useRef } from 'react'
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts'
import styles from './SearchBox.module.css'

export interface SearchBoxProps {
  query: string
  onChange(query: string): void
  onEnter(): void
}

export function SearchBox({ query, onChange, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)

  useShortcuts({ searchReference: () => input.current?.focus() })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
    if (event.key === 'Escape') onChange('')
  }
  return (
    <div className={styles.box}>
      <input
        ref={input}
        type="search"
        value={query}
        placeholder="Search"
        aria-label="Search the reference"
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {query === '' && <kbd aria-hidden="true">/</kbd>}
    </div>
  )
}
