import type { Place } from './document.ts'

/** What a line of the canvas is known by: the node it leaves, and the way. */
export const lineId = ({ from, handle }: Place): string => `${from} ${handle}`
