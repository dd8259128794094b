import type { OpenSpan } from '@millrace/contract/calendar'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { t } from '../../language/words.ts'
import styles from './SpansFields.module.css'

const MOST = 10

export interface SpansFieldsProps {
  /** The day, for screen readers. */
  day: string
  spans: readonly OpenSpan[]
  onChange(spans: OpenSpan[]): void
}

/** The hours of one day; none is a closed day. Fields for times have no 24:00, and 00:00 is the same moment. */
export function SpansFields({ day, spans, onChange }: SpansFieldsProps) {
  const set = (place: number, part: Partial<OpenSpan>) =>
    onChange(spans.map((span, index) => (index === place ? { ...span, ...part } : span)))
  return (
    <div className={styles.spans}>
      {spans.length === 0 && <span className={styles.closed}>{t`closed`}</span>}
      {spans.map((span, place) => {
        const named = spans.length === 1 ? day : `${day}, ${place + 1}`
        return (
          // Spans have no ids; their position identifies them.
          <span key={`${day} ${place}`} className={styles.span}>
            <input
              type="time"
              required
              aria-label={t`${named}: from`}
              value={span.from}
              onChange={event => set(place, { from: event.target.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              required
              aria-label={t`${named}: until`}
              value={span.to === '24:00' ? '00:00' : span.to}
              onChange={event => set(place, { to: event.target.value })}
            />
            <IconButton
              icon="close"
              danger
              label={t`Remove the hours of ${named}`}
              onClick={() => onChange(spans.filter((_, index) => index !== place))}
            />
          </span>
        )
      })}
      {spans.length < MOST && (
        <Button quiet onClick={() => onChange([...spans, { from: '09:00', to: '17:00' }])}>
          {t`Add hours`}
          <span className="visually-hidden">{t` on ${day}`}</span>
        </Button>
      )}
    </div>
  )
}
