import { useSettings } from '../../components/time/use-zone.ts'

/** The topics of marketing, by name. */
export const useTopicSuggestions = (): { value: string; label: string }[] =>
  (useSettings()?.topics ?? []).map(({ id, name }) => ({ value: id, label: name }))
