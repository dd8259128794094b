import type { Marks, Topic } from './topics.ts'
import { changedTopics } from './topics.ts'

export interface Listener {
  /** undefined: it has seen nothing yet. */
  seen: Marks | undefined
  /** Reports what has changed since, with the marks to continue from. */
  notify(topics: readonly Topic[], marks: Marks): void
  /** Sent when there was nothing to report for so long that a proxy might think the connection dead. */
  beat(): void
  end(): void
}

export interface HubParts {
  read(organisationId: string): Promise<Marks>
  /** Whether the server still accepts requests; otherwise all listeners are disconnected. */
  isOpen(): boolean
  onError(error: unknown): void
  readonly everyMs?: number
}

export interface Hub {
  /** false when there are too many already. */
  join(organisationId: string, listener: Listener): boolean
  leave(organisationId: string, listener: Listener): void
}

const MOST = 100
const EVERY_MS = 1_000
const BEAT_EVERY = 15

/**
 * Notifies listeners when something in their organisation has changed. Once a second there is one query for each
 * organisation with a listener; without listeners there are no queries and no timer.
 */
export function createHub({ read, isOpen, onError, everyMs = EVERY_MS }: HubParts): Hub {
  const rooms = new Map<string, Set<Listener>>()
  let timer: NodeJS.Timeout | undefined
  let turn = 0

  const count = () => [...rooms.values()].reduce((sum, room) => sum + room.size, 0)

  function schedule(): void {
    if (timer !== undefined || rooms.size === 0) return
    timer = setTimeout(async () => {
      await look()
      timer = undefined
      schedule()
    }, everyMs)
    timer.unref()
  }

  async function look(): Promise<void> {
    turn += 1
    if (!isOpen()) {
      for (const listener of [...rooms.values()].flatMap(room => [...room])) listener.end()
      return
    }
    await Promise.all([...rooms].map(([organisationId, room]) => visit(organisationId, room)))
  }

  async function visit(organisationId: string, room: ReadonlySet<Listener>): Promise<void> {
    try {
      const marks = await read(organisationId)
      for (const listener of room) inform(listener, marks)
    } catch (error) {
      // The database may be away for a moment: listeners stay, and get all changes when it is back.
      onError(error)
    }
  }

  function inform(listener: Listener, marks: Marks): void {
    const changed = listener.seen === undefined ? [] : changedTopics(listener.seen, marks)
    const isFirst = listener.seen === undefined
    listener.seen = marks
    if (changed.length > 0 || isFirst) listener.notify(changed, marks)
    else if (turn % BEAT_EVERY === 0) listener.beat()
  }

  return {
    join(organisationId, listener) {
      if (count() >= MOST) return false
      const room = rooms.get(organisationId) ?? new Set()
      rooms.set(organisationId, room.add(listener))
      schedule()
      return true
    },
    leave(organisationId, listener) {
      const room = rooms.get(organisationId)
      room?.delete(listener)
      if (room?.size === 0) rooms.delete(organisationId)
    },
  }
}
