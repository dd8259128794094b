import type { StepFacts } from './step.ts'

/** Where and in which language a run takes place: at its venue, or else where the organisation is. */
export function placeOf({ facts, settings }: Pick<StepFacts, 'facts' | 'settings'>): {
  timeZone: string
  locale: string
} {
  return {
    timeZone: facts.venue?.time_zone ?? settings.time_zone,
    locale: facts.venue?.locale ?? settings.locale,
  }
}
