import { useId } from 'react'
import { isJson } from '../../../features/request/is-json.ts'
import styles from './BodyEditor.module.css'

/** Faulty input can be sent: the server's answer to it is worth seeing. */
export function BodyEditor({ text, onChange }: { text: string; onChange(text: string): void }) {
  const id = useId()
  const faulty = text !== '' && !isJson(text)
  return (
    <div className={styles.editor}>
      <label htmlFor={id}>Body</label>
      <textarea
        id={id}
        value={text}
        rows={Math.min(Math.max(text.split('\n').length + 1, 5), 18)}
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={`${id}-fault`}
        onChange={event => onChange(event.target.value)}
      />
      <p id={`${id}-fault`} role="status">
        {faulty ? 'This is not valid JSON.' : ''}
      </p>
    </div>
  )
}
