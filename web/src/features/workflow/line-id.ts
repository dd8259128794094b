import type { Place } from './document.ts'

/** The id of a line on the canvas: the step that it leaves, and the handle. */
export const lineId = ({ from, handle }: Place): string => `${from} ${handle}`
