import { useCallback, useState } from 'react'
import { t } from '../language/words.ts'
import styles from './ClampedText.module.css'

/** A text of which only the first line is shown, with a way to the rest when there is more. */
export function ClampedText({ children }: { children: string }) {
  const [isCut, setIsCut] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const measure = useCallback(
    (text: HTMLParagraphElement) => {
      // Nothing is cut off while it is open, and the way back has to stay.
      if (isOpen) return
      const observer = new ResizeObserver(() => setIsCut(text.scrollHeight > text.clientHeight))
      observer.observe(text)
      return () => observer.disconnect()
    },
    [isOpen],
  )
  return (
    <div className={styles.clamped} data-open={isOpen}>
      {/* Another text is another element, because a clamped one keeps its size when more is cut off. */}
      <p key={children} ref={measure}>
        {children}
      </p>
      {isCut && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t`Show less` : t`Show all`}
        </button>
      )}
    </div>
  )
}
