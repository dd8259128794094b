import type { StepFacts } from './step.ts'

/** The time zone and locale of a run: those of its venue, or else of its organisation. */
export function localisationOf({ facts, settings }: Pick<StepFacts, 'facts' | 'settings'>): {
  timeZone: string
  locale: string
} {
  return {
    timeZone: facts.venue?.time_zone ?? settings.time_zone,
    locale: facts.venue?.locale ?? settings.locale,
  }
}
