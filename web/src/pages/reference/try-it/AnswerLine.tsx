import styles from './AnswerView.module.css'
import type { Answer } from './send.ts'

/** What a screen reader announces of an answer; the body would be too long. */
export function AnswerLine({ answer: { status, reason, milliseconds } }: { answer: Answer }) {
  return (
    <p className={styles.line}>
      <strong data-tone={toneOf(status)}>{`${status} ${reason}`.trim()}</strong>
      <span>{`in ${milliseconds} ms`}</span>
    </p>
  )
}

const toneOf = (status: number) => (status < 300 ? 'good' : status < 500 ? 'warn' : 'bad')
