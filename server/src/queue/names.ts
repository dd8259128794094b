/** Every queue there is. Adding one here creates it at the next migration. */
export const queueNames = ['advance'] as const

export type QueueName = (typeof queueNames)[number]
