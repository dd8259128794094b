/**
 * Every queue there is. Adding one here creates it at the next migration. Both are for taking runs further: the second
 * for those of an organisation that has more of them than usual, see runs/lanes.ts.
 */
export const queueNames = ['advance', 'advance_slowly'] as const

export type QueueName = (typeof queueNames)[number]
