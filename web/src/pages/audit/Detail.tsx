import { useVenueSuggestions } from '../../features/venue/use-venue-suggestions.ts'
import styles from './Detail.module.css'
import { detailInWords } from './detail-in-words.ts'

export interface DetailProps {
  detail: Readonly<Record<string, unknown>>
  /** A value that is shown beside it. */
  except: string | undefined
}

/** A few names and values, on one line where they fit. */
export function Detail({ detail, except }: DetailProps) {
  const venues = useVenueSuggestions()
  const venueName = (serial: string) => venues?.find(({ value }) => value === serial)?.label ?? serial
  const parts = detailInWords(detail, venueName).filter(({ value }) => value !== except)
  if (parts.length === 0) return null
  return (
    <span className={styles.detail}>
      {parts.map(({ name, value }) => (
        <span key={name}>
          <span className={styles.name}>{name}</span> {value}
        </span>
      ))}
    </span>
  )
}
