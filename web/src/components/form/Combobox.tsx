import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../language/words.ts'
import styles from './Combobox.module.css'
import { matching, type Option } from './option.ts'

type Native = Pick<
  ComponentProps<'input'>,
  | 'id'
  | 'name'
  | 'className'
  | 'placeholder'
  | 'maxLength'
  | 'required'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
  | 'onBlur'
>

export interface ComboboxProps extends Native {
  /** The text in the field. */
  text: string
  options: readonly Option[]
  onText(text: string): void
  onChoose(option: Option): void
  /** What the options are narrowed by, where it is not the whole text. */
  search?: string
  /** Enter without an option marked. */
  onEnter?: (() => void) | undefined
  /** Backspace where there is no text. */
  onEmptyBackspace?: (() => void) | undefined
}

/** A text field with options below it, as the ARIA pattern of an editable combobox with a list describes it. */
export function Combobox(props: ComboboxProps) {
  const {
    text,
    options,
    onText,
    onChoose,
    search = text,
    onEnter,
    onEmptyBackspace,
    onBlur,
    ...native
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  // A field that was just entered offers everything: what is in it narrows only once it is typed at.
  const [typing, setTyping] = useState(false)
  const found = matching(options, typing ? search : '')
  const shown = open && found.length > 0
  usePlaced(shown, input, list)
  useEffect(() => {
    if (marked >= 0) list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  const show = (mark: number) => {
    setOpen(true)
    setMarked(mark)
  }
  const close = () => {
    setOpen(false)
    setMarked(-1)
    setTyping(false)
  }
  const choose = (option: Option) => {
    onChoose(option)
    close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const option = found[marked]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = shown ? marked : -1
      show(from < 0 ? (step === 1 ? 0 : found.length - 1) : (from + step + found.length) % found.length)
    } else if (event.key === 'Enter' && shown && option !== undefined) {
      event.preventDefault()
      choose(option)
    } else if (event.key === 'Enter' && onEnter !== undefined) {
      event.preventDefault()
      onEnter()
      close()
    } else if (event.key === 'Escape' && shown) {
      // The dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && text === '') onEmptyBackspace?.()
  }
  return (
    <>
      <input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...native}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && marked >= 0 ? `${id}-${marked}` : undefined}
        value={text}
        onClick={() => show(-1)}
        onKeyDown={onKeyDown}
        onBlur={event => {
          close()
          onBlur?.(event)
        }}
        onChange={event => {
          onText(event.target.value)
          setTyping(true)
          show(-1)
        }}
      />
      {shown && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Options`}
          popover="manual"
          className={styles.list}
        >
          {found.map((option, place) => (
            <button
              type="button"
              tabIndex={-1}
              key={option.value}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === marked}
              // The field keeps the focus, so that it does not close before the choice is made.
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span>{option.label ?? option.value}</span>
              {(option.about ?? (option.label !== undefined && option.label !== option.value)) && (
                <small>{option.about ?? option.value}</small>
              )}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** In the top layer, where no scrolling panel cuts it off; below the field, or above where there is more room. */
function usePlaced(
  shown: boolean,
  input: { readonly current: HTMLElement | null },
  list: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const [field, options] = [input.current, list.current]
    if (!shown || field === null || options === null) return
    const place = () => {
      const { left, top, bottom, width } = field.getBoundingClientRect()
      const below = window.innerHeight - bottom - GAP_PX
      const above = top - GAP_PX
      const isAbove = below < Math.min(options.scrollHeight, LEAST_PX) && above > below
      const room = Math.max(below, above, 0)
      Object.assign(options.style, {
        minWidth: `${Math.max(width, 180)}px`,
        left: `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - options.offsetWidth - EDGE_PX))}px`,
        top: isAbove ? 'auto' : `${bottom + 4}px`,
        bottom: isAbove ? `${window.innerHeight - top + 4}px` : 'auto',
        maxHeight: `${Math.min(room, MOST_PX)}px`,
      })
    }
    options.showPopover()
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  })
}

const GAP_PX = 12
const EDGE_PX = 8
const LEAST_PX = 180
const MOST_PX = 320
