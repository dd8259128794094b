import { useEffect, useState } from 'react'
import { t } from '../language/words.ts'
import styles from './CopyButton.module.css'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'

/** `what` names the copied thing for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => setState((await copyText(text)) ? 'copied' : 'failed')
  return (
    <span className={styles.place}>
      <button type="button" className={styles.copy} data-state={state} onClick={copy}>
        <Icon name={state === 'copied' ? 'done' : 'copy'} />
        <span aria-hidden="true">{labels[state]}</span>
        <span className="visually-hidden">{t`Copy ${what}`}</span>
      </button>
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : labels[state]}
      </span>
    </span>
  )
}

const labels = { idle: t`Copy`, copied: t`Copied`, failed: t`Select the text and copy it` }
