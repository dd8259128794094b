import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './SearchBox.module.css'

export interface SearchBoxProps {
  query: string
  onChange(query: string): void
  onEnter(): void
}

export function SearchBox({ query, onChange, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || event.ctrlKey || event.metaKey || target.closest('input, textarea, select'))
        return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

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
