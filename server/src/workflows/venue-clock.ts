import type { Duration } from '@millrace/contract/calendar'
import type { Clock, Span } from '@millrace/contract/condition/clock'
import { Temporal } from 'temporal-polyfill'
import { momentAfter, momentBefore } from '#calendar/duration.ts'
import { isDate, readMoment } from '#calendar/read-moment.ts'
import { momentOf, zonedMoment } from '#calendar/wall-clock.ts'

/**
 * The present at a venue. What was read once is remembered: a condition often asks for the same moment again. Most
 * conditions ask for none, and every trigger that is considered has a clock: so there is nothing to remember it in until
 * then.
 */
export class VenueClock implements Clock {
  readonly timeZone: string
  private readonly at: Date | undefined
  private spans: Map<string, Span | undefined> | undefined = undefined
  private wall: Map<number, Temporal.ZonedDateTime> | undefined = undefined
  private anniversaries: Map<number, Span> | undefined = undefined

  /** Without the present, for conditions that do not read it. */
  constructor(now: Date | undefined, timeZone: string) {
    this.at = now
    this.timeZone = timeZone
  }

  get now(): number {
    if (this.at === undefined) throw new Error('the time was not read')
    return this.at.getTime()
  }

  read(text: string): Span | undefined {
    this.spans ??= new Map()
    if (!this.spans.has(text)) this.spans.set(text, this.parse(text))
    return this.spans.get(text)
  }

  before(moment: number, by: Duration): number {
    return momentBefore(new Date(moment), this.timeZone, by).getTime()
  }

  after(moment: number, by: Duration): number {
    return momentAfter(new Date(moment), this.timeZone, by).getTime()
  }

  dateOf(moment: number): string {
    return this.zoned(moment).toPlainDate().toString()
  }

  timeOf(moment: number): string {
    return this.zoned(moment).toPlainTime().toString({ smallestUnit: 'minute' })
  }

  weekdayOf(moment: number): number {
    return this.zoned(moment).dayOfWeek
  }

  anniversaryOf(moment: number): Span {
    this.anniversaries ??= new Map()
    const known = this.anniversaries.get(moment) ?? this.nextAnniversary(moment)
    this.anniversaries.set(moment, known)
    return known
  }

  private nextAnniversary(moment: number): Span {
    const date = this.zoned(moment).toPlainDate()
    const { year } = this.zoned(this.now)
    const first = Math.max(year, date.year + 1)
    const day = this.dayOf(date.add({ years: first - date.year }))
    return day.to > this.now ? day : this.dayOf(date.add({ years: first + 1 - date.year }))
  }

  private parse(text: string): Span | undefined {
    const moment = readMoment(text, this.timeZone)
    if (moment === undefined) return undefined
    if (isDate(text)) return this.dayOf(Temporal.PlainDate.from(text.trim()))
    return { from: moment.getTime(), to: moment.getTime() }
  }

  private dayOf(date: Temporal.PlainDate): Span {
    const startOf = (day: Temporal.PlainDate) => momentOf(day.toPlainDateTime(), this.timeZone).getTime()
    return { from: startOf(date), to: startOf(date.add({ days: 1 })) }
  }

  private zoned(moment: number): Temporal.ZonedDateTime {
    this.wall ??= new Map()
    let zoned = this.wall.get(moment)
    if (zoned === undefined) {
      zoned = zonedMoment(new Date(moment), this.timeZone)
      this.wall.set(moment, zoned)
    }
    return zoned
  }
}
