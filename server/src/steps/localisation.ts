import type { StepFacts } from './step.ts'

/** The time zone and locale of a run: those of its venue, or else of its organisation. A translation has its own locale. */
export function localisationOf({
  facts,
  settings,
  locale,
}: Pick<StepFacts, 'facts' | 'settings' | 'locale'>): {
  timeZone: string
  locale: string
} {
  return {
    timeZone: facts.venue?.time_zone ?? settings.time_zone,
    locale: locale ?? facts.venue?.locale ?? settings.locale,
  }
}
