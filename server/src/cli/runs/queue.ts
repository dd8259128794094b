import { createEnqueue, noHands } from '#queue/enqueue.ts'
import { createLanes } from '#queue/lanes.ts'

/** Nobody is woken: a worker that runs looks every half second. */
export const openQueue = () => ({
  enqueue: createEnqueue(
    createLanes(() => performance.now()),
    noHands,
  ),
})
