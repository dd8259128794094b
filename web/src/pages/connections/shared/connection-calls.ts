import type { Mapping } from '@millrace/contract/connection-mapping'
import * as connections from '@millrace/contract/operations/dashboard/connections'
import type { Body } from '@millrace/contract/operations/operation'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Filter } from '../../../api/address.ts'
import { call } from '../../../api/call.ts'
import { asked } from '../../../api/queries.ts'

export const connectionsKey = ['connections']
export const connectionKey = (id: string) => ['connection', id]
export const deliveriesKey = ['connection-deliveries']

const FRESH_MS = 3_000
const REPAIR_MS = 1_000

export const useConnections = () =>
  useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }) => asked(call(connections.listConnections, { signal })).then(({ data }) => data),
  })

const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: connectionKey(id),
    queryFn: ({ signal }) => asked(call(connections.readConnection, { params: { id }, signal })),
  })

/** Kept up to date while it is shown, so that the first delivery is seen when it arrives. */
export const useConnection = (id: string) =>
  useQuery({
    ...connectionQuery(id),
    refetchInterval: ({ state: { error } }) => error === null && FRESH_MS,
  })

/** For the pages below it. */
export const useConnectionName = (id: string): string | undefined =>
  useQuery({ ...connectionQuery(id), staleTime: 60_000 }).data?.name

export const useVendors = () =>
  useQuery({
    queryKey: ['connection-vendors'],
    queryFn: ({ signal }) =>
      asked(call(connections.listConnectionVendors, { signal })).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const addConnection = (body: Body<typeof connections.addConnection>) =>
  call(connections.addConnection, { body })
export const changeConnection = (id: string, body: Body<typeof connections.changeConnection>) =>
  call(connections.changeConnection, { params: { id }, body })
export const changeSecret = (id: string, body: Body<typeof connections.changeConnectionSecret>) =>
  call(connections.changeConnectionSecret, { params: { id }, body })
export const removePrevious = (id: string) => call(connections.removePreviousSecret, { params: { id } })
export const setTokenClaims = (id: string, body: Body<typeof connections.setTokenClaims>) =>
  call(connections.setTokenClaims, { params: { id }, body })
export const changeProof = (id: string, body: Body<typeof connections.changeConnectionProof>) =>
  call(connections.changeConnectionProof, { params: { id }, body })
export const setAlias = (id: string, body: Body<typeof connections.setConnectionAlias>) =>
  call(connections.setConnectionAlias, { params: { id }, body })

export const savePull = (id: string, body: Body<typeof connections.savePull>) =>
  call(connections.savePull, { params: { id }, body })
export const tryPull = (id: string, body: Body<typeof connections.tryPull>) =>
  call(connections.tryPull, { params: { id }, body })
export const pullNow = (id: string) => call(connections.pullNow, { params: { id } })
export const removePull = (id: string) => call(connections.removePull, { params: { id } })

export const listDeliveries = (
  id: string,
  filter: Filter<typeof connections.listDeliveries>,
  cursor: string | null,
  signal: AbortSignal,
) => call(connections.listDeliveries, { params: { id }, query: { ...filter, cursor }, signal })

export const useDelivery = (id: string, deliveryId: string | undefined) =>
  useQuery({
    queryKey: [...deliveriesKey, id, deliveryId],
    enabled: deliveryId !== undefined,
    queryFn: ({ signal }) =>
      asked(call(connections.readDelivery, { params: { id, deliveryId: deliveryId ?? '' }, signal })),
    refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && FRESH_MS,
  })

export const retryDelivery = (id: string, deliveryId: string) =>
  call(connections.retryDelivery, { params: { id, deliveryId } })
export const retryDeliveries = (id: string) => call(connections.retryDeliveries, { params: { id } })
export const previewDelivery = (id: string, body: Body<typeof connections.previewDelivery>) =>
  call(connections.previewDelivery, { params: { id }, body })

export const checkMapping = (id: string, mapping: Mapping) =>
  call(connections.checkMapping, { params: { id }, body: { mapping } })
export const saveMapping = (id: string, body: Body<typeof connections.saveMapping>) =>
  call(connections.saveMapping, { params: { id }, body })
export const restoreMapping = (id: string, version: number, current: number) =>
  call(connections.restoreMapping, {
    params: { id, version: String(version) },
    body: { version: current },
  })

export const useDeletion = (id: string) =>
  useQuery({
    queryKey: ['connection-deletion', id],
    queryFn: ({ signal }) => asked(call(connections.previewConnectionDeletion, { params: { id }, signal })),
  })
export const deleteConnection = (id: string) => call(connections.deleteConnection, { params: { id } })

export const repairKey = (id: string) => ['connection-repair', id]

/** Kept up to date while one is under way. */
export const useRepair = (id: string) =>
  useQuery({
    queryKey: repairKey(id),
    queryFn: ({ signal }) => asked(call(connections.readRepair, { params: { id }, signal })),
    refetchInterval: ({ state: { data } }) => data?.job?.status === 'running' && REPAIR_MS,
  })
export const startRepair = (id: string, apply: boolean) =>
  call(connections.startRepair, { params: { id }, body: { apply } })

/** Read again when another version is the current one. */
export const useMappings = (id: string, current: number) =>
  useQuery({
    queryKey: ['connection-mappings', id, current],
    queryFn: ({ signal }) =>
      asked(call(connections.listMappings, { params: { id }, signal })).then(({ data }) => data),
  })

export const useMappingVersion = (id: string, version: number) =>
  useQuery({
    queryKey: ['connection-mapping', id, version],
    queryFn: ({ signal }) =>
      asked(call(connections.readMapping, { params: { id, version: String(version) }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
