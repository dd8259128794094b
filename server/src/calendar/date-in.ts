import { zonedMoment } from './wall-clock.ts'

/** The date in a time zone, as 2026-12-25. */
export const dateIn = (at: Date, zone: string): string => zonedMoment(at, zone).toPlainDate().toString()
