import { dateFormat } from '../../language/format.ts'

type Bucket = 'hour' | 'day'

const styles: Readonly<Record<Bucket, Readonly<Record<'short' | 'long', Intl.DateTimeFormatOptions>>>> = {
  hour: {
    short: { hour: '2-digit', minute: '2-digit' },
    long: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  },
  day: {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long' },
  },
}

/** An hour or a day by the clock of the zone; by the browser's if it does not know the zone. */
export function periodLabel(from: string, bucket: Bucket, length: 'short' | 'long', zone: string): string {
  return dateFormat(styles[bucket][length], zone).format(Date.parse(from))
}
