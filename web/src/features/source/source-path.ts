/** The source is behind the question mark: it may be any text, with slashes in it. null: events that name none. */
export const sourcePath = (source: string | null): string =>
  source === null ? '/sources/detail' : `/sources/detail?${new URLSearchParams({ source })}`

/** Where its events are listed. */
export const eventsPath = (source: string | null, more: Readonly<Record<string, string>> = {}): string =>
  `/events?${new URLSearchParams({ ...(source === null ? { sourceless: 'true' } : { source }), ...more })}`
