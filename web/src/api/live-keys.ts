/** What the server announces, and which loaded data it may have changed, by the first part of its key. */
const changedBy: Readonly<Record<string, readonly string[]>> = {
  events: ['events', 'event', 'unrouted', 'timeline', 'home'],
  runs: ['runs', 'run', 'event', 'timeline', 'nodes', 'home'],
  messages: ['outbox', 'message', 'run', 'home'],
  tasks: ['tasks', 'run', 'home'],
  workflows: ['workflows', 'unrouted', 'home'],
  settings: ['venues'],
  jobs: ['jobs', 'job', 'unrouted'],
}

export const liveKeys: ReadonlySet<string> = new Set(Object.values(changedBy).flat())

export const keysChangedBy = (topics: readonly string[]): ReadonlySet<string> =>
  new Set(topics.flatMap(topic => changedBy[topic] ?? []))
