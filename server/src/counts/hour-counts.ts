/** What happened in an hour: numbers by name, nested as needed. */
export interface HourCounts {
  readonly events?: Numbers
  /** By workflow, and by the state of the run: its outcome, failed, cancelled, or open. */
  readonly runs?: Readonly<Record<string, Numbers>>
  /** By channel and status. */
  readonly messages?: Readonly<Record<string, Numbers>>
  readonly points?: Numbers
  /** What each workflow sent to guests, by channel. */
  readonly sent?: Readonly<Record<string, Numbers>>
  /** By venue: its events, the runs that they started, and those of them that succeeded. */
  readonly venues?: Readonly<Record<string, Numbers>>
}

export type Numbers = Readonly<Record<string, number>>

export interface CountedHour {
  readonly hour: Date
  readonly counts: HourCounts
}

/** Whether some of it may still change: open runs and messages, and failed runs, which may be retried. */
export function isUnsettled({ runs = {}, messages = {} }: HourCounts): boolean {
  const some = (groups: Readonly<Record<string, Numbers>>, names: readonly string[]) =>
    Object.values(groups).some(group => names.some(name => (group[name] ?? 0) > 0))
  return some(runs, ['open', 'failed']) || some(messages, ['pending', 'sent'])
}
