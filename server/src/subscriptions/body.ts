export interface Happened {
  readonly type: string
  readonly occurred_at: Date
  readonly data: Record<string, unknown>
}

/** As Standard Webhooks describes it: type, timestamp and data. */
export const bodyOf = ({ type, occurred_at, data }: Happened) => ({
  type,
  timestamp: occurred_at.toISOString(),
  data,
})
