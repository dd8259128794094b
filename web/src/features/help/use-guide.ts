import { useQuery } from '@tanstack/react-query'
import { type GuideName, guideNames, readGuide } from './guides.ts'

const always = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const useGuide = (name: GuideName) =>
  useQuery({ queryKey: ['guide', name], queryFn: () => readGuide(name), ...always })

/** All of them, to search in. */
export const useGuides = (enabled: boolean) =>
  useQuery({
    queryKey: ['guides'],
    queryFn: () => Promise.all(guideNames.map(async name => ({ name, guide: await readGuide(name) }))),
    enabled,
    ...always,
  })
