import type { Mapping } from '@millrace/contract/connection-mapping'
import {
  type DeliveryPreview,
  type ListedDelivery,
  LONGEST_SAMPLE,
} from '@millrace/contract/dashboard/connections'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Failure } from '../../../api/answer.ts'
import { asked } from '../../../api/queries.ts'
import { deliveriesKey, listDeliveries, previewDelivery, useDelivery } from '../shared/connection-calls.ts'
import { firstSample } from './first-sample.ts'

export interface Sample {
  readonly deliveries: UseQueryResult<ListedDelivery[]>
  readonly deliveryId: string | undefined
  choose(id: string): void
  /** Larger than is read while someone waits. */
  readonly isTooLarge: boolean
  /** The delivery as paths look at it; null where there is none. */
  readonly document: unknown
  readonly preview: DeliveryPreview | undefined
  /** What is wrong with the mapping, at its fields. */
  readonly failure: Failure | undefined
}

/** As fast as someone types, and no request for each letter. */
const PAUSE_MS = 300

/** A stored delivery, and what the mapping makes of it as it is being changed. */
export function useSample(id: string, mapping: Mapping): Sample {
  const [chosen, setChosen] = useState<string>()
  const deliveries = useQuery({
    queryKey: [...deliveriesKey, id, 'samples'],
    queryFn: ({ signal }) => asked(listDeliveries(id, {}, null, signal)).then(({ data }) => data),
  })
  const deliveryId = chosen ?? firstSample(deliveries.data ?? [])?.id
  const { data: delivery } = useDelivery(id, deliveryId)
  const settled = useSettled(mapping)
  const isTooLarge = (delivery?.bytes ?? 0) > LONGEST_SAMPLE
  const sent = {
    body: delivery?.encoding === 'utf8' ? delivery.body : '',
    headers: delivery?.headers ?? {},
  }
  const enabled = delivery !== undefined && !isTooLarge
  // By the mapping that is saved, so that a mapping with faults still has something to be pointed at.
  const { data: read } = useQuery({
    queryKey: ['connection-document', id, deliveryId],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => asked(previewDelivery(id, sent)),
  })
  const { data: answer } = useQuery({
    queryKey: ['connection-preview', id, deliveryId, settled],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: () => previewDelivery(id, { ...sent, mapping: settled }),
  })
  return {
    deliveries,
    deliveryId,
    choose: setChosen,
    isTooLarge,
    document: read?.document ?? null,
    preview: answer?.ok ? answer.value : undefined,
    failure: answer === undefined || answer.ok ? undefined : answer.failure,
  }
}

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
