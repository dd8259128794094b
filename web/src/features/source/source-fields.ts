import type { SourceField } from '@millrace/contract/source'
import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { listSources, readSource } from '../../api/sources.ts'
import { useDebounced } from '../../components/use-debounced.ts'
import { t } from '../../language/words.ts'
import type { Sample } from './source-samples.ts'

/** The parameters a source has sent so far, the most frequent first. Empty for an unknown source. */
export function useSourceFields(named: string | null | undefined): readonly SourceField[] {
  const source = useDebounced(named)
  const { data: all } = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => asked(listSources(signal)),
    enabled: source !== undefined,
    staleTime: 60_000,
  })
  const isKnown = all?.more || all?.data.some(one => one.source === source)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['source', source ?? null],
    queryFn: ({ signal }) => asked(readSource(source ?? null, signal)),
    enabled: source !== undefined && isKnown === true,
    staleTime: 60_000,
  })
  if (!isKnown || source === undefined || error !== null || data === undefined || isPlaceholderData) return []
  return data.fields.filter(({ key }) => key !== 'source').toSorted((a, b) => b.share - a.share)
}

/** As in "number, in 98 % of its events, for example 42": the sample of the last events, or else what was learnt. */
export function sourceFieldInWords({ types, share }: SourceField, sample?: Sample): string {
  const names = types.map(({ type }) => type).join(t` or `)
  const percent = share >= 0.995 ? t`all` : `${Math.max(1, Math.round(share * 100))} %`
  const example = sample ?? types.find(type => type.example !== null)?.example
  return example === undefined || example === null
    ? t`${names}, in ${percent} of its events`
    : t`${names}, in ${percent} of its events, for example ${inBrief(example)}`
}

const LONG = 40

const inBrief = (example: Sample): string => {
  const text = String(example)
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text
}
