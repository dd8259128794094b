import { expect, test } from 'vitest'
import { createHub, type Listener } from './hub.ts'
import { type Marks, readSeenMarks, type Topic, topics, writeMarks } from './topics.ts'

const marksOf = (events: string): Marks =>
  Object.fromEntries(topics.map(topic => [topic, topic === 'events' ? events : 'same'])) as Marks

/** An organisation with the given events, and a listener that records its notifications. */
function scene() {
  const state = { events: 'one', open: true, reads: 0, failing: false }
  const errors: unknown[] = []
  const hub = createHub({
    async read() {
      state.reads += 1
      if (state.failing) throw new Error('away')
      return marksOf(state.events)
    },
    isOpen: () => state.open,
    onError: error => errors.push(error),
    everyMs: 1,
  })
  const listen = (seen?: Marks) => {
    const notified: (readonly Topic[] | 'end' | 'beat')[] = []
    const listener: Listener = {
      seen,
      notify: changed => notified.push(changed),
      beat: () => notified.push('beat'),
      end: () => notified.push('end'),
    }
    return { listener, notified, joined: hub.join('organisation', listener) }
  }
  return { state, hub, listen, errors }
}

const until = (holds: () => boolean) => expect.poll(holds, { interval: 1 }).toBe(true)

test('a listener is notified of changed topics, and of nothing while nothing changes', async () => {
  const { state, hub, listen } = scene()
  const { listener, notified } = listen()
  await until(() => notified.length === 1)
  expect(notified[0]).toEqual([])
  state.events = 'two'
  await until(() => notified.length >= 2)
  expect(notified[1]).toEqual(['events'])
  await until(() => notified.includes('beat'))
  expect(notified.slice(2).every(word => word === 'beat')).toBe(true)
  hub.leave('organisation', listener)
})

test('one that returns with what it has seen is notified at once of what it has missed', async () => {
  const { hub, listen } = scene()
  const { listener, notified } = listen(readSeenMarks(writeMarks(marksOf('before'))))
  await until(() => notified.length > 0)
  expect(notified[0]).toEqual(['events'])
  hub.leave('organisation', listener)
})

test.each([undefined, '', 'a.b', 'x'.repeat(500)])('%j is not a valid position', text => {
  expect(readSeenMarks(text)).toBeUndefined()
})

test('without listeners there are no queries', async () => {
  const { state, hub, listen } = scene()
  const { listener, notified } = listen()
  await until(() => notified.length === 1)
  hub.leave('organisation', listener)
  const other = scene()
  const { notified: later } = other.listen()
  await until(() => later.includes('beat'))
  const asked = state.reads
  await until(() => later.filter(word => word === 'beat').length > 1)
  expect(state.reads).toBe(asked)
})

test('a database that is away for a moment loses no listener', async () => {
  const { state, hub, listen, errors } = scene()
  const { listener, notified } = listen()
  await until(() => notified.length === 1)
  state.failing = true
  state.events = 'two'
  await until(() => errors.length > 0)
  state.failing = false
  await until(() => notified.length >= 2)
  expect(notified[1]).toEqual(['events'])
  hub.leave('organisation', listener)
})

test('all listeners are disconnected when the server closes, and the hundred and first is refused', async () => {
  const { state, hub, listen } = scene()
  const all = Array.from({ length: 100 }, () => listen())
  expect(all.every(({ joined }) => joined)).toBe(true)
  expect(listen().joined).toBe(false)
  state.open = false
  await until(() => all.every(({ notified }) => notified.includes('end')))
  for (const { listener } of all) hub.leave('organisation', listener)
  expect(listen().joined).toBe(true)
})
