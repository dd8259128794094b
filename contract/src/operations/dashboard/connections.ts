import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  AliasChange,
  ConnectionAnswer,
  ConnectionChange,
  ConnectionList,
  ConnectionSecretAnswer,
  ConnectionVendorList,
  DeliveryPage,
  DeliveryPreview,
  DeliveryState,
  NewConnection,
  ReadAgainAnswer,
  SampleDelivery,
  SecretChange,
  WholeConnection,
  WholeDelivery,
} from '../../dashboard/connections.ts'
import { operation } from '../operation.ts'

const forOwners = { access: 'member', role: 'owner' } as const
const LARGEST_SAMPLE = 1024 * 1024

export const listConnections = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections',
  summary: 'The connections, with how they are doing',
  answers: { 200: ConnectionList },
})

export const listConnectionVendors = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connection-vendors',
  summary: 'The systems that can be connected',
  answers: { 200: ConnectionVendorList },
})

export const addConnection = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections',
  confirmed: true,
  summary: 'Connect a system; a secret that Millrace makes is shown once',
  body: NewConnection,
  answers: { 201: ConnectionSecretAnswer },
})

export const readConnection = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id',
  summary: 'A connection with its address, its mapping and its aliases',
  answers: { 200: WholeConnection },
})

export const changeConnection = operation({
  ...forOwners,
  method: 'PATCH',
  path: '/dashboard/api/connections/:id',
  summary: 'Rename a connection, pause it, or say what happens with unknown guests',
  body: ConnectionChange,
  answers: { 200: ConnectionAnswer },
})

export const changeConnectionSecret = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/secret',
  confirmed: true,
  summary: 'Set or replace the secret of a connection',
  body: SecretChange,
  answers: { 200: ConnectionSecretAnswer },
})

export const removePreviousSecret = operation({
  ...forOwners,
  method: 'DELETE',
  path: '/dashboard/api/connections/:id/secret/previous',
  summary: 'Accept the previous secret no longer',
  answers: { 200: ConnectionAnswer },
})

export const setConnectionAlias = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/aliases',
  summary: "Say which venue the other system's location means",
  body: AliasChange,
  answers: { 200: ConnectionAnswer },
})

export const listDeliveries = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/deliveries',
  summary: 'What a connection received, the newest first',
  query: Type.Object({ ...PageQuery, state: Type.Optional(DeliveryState) }),
  answers: { 200: DeliveryPage },
})

export const readDelivery = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/deliveries/:deliveryId',
  summary: 'A delivery as it came, and what it made',
  answers: { 200: WholeDelivery },
})

export const retryDelivery = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/deliveries/:deliveryId/retry',
  summary: 'Read a delivery again; what has made an event makes none again',
  answers: { 200: ReadAgainAnswer },
})

export const retryDeliveries = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/retry',
  summary: 'Read all deliveries again that are held or failed',
  answers: { 200: ReadAgainAnswer },
})

export const previewDelivery = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/preview',
  heavy: true,
  summary: 'What the mapping would make of a delivery; nothing is stored',
  body: SampleDelivery,
  bodyLimit: LARGEST_SAMPLE,
  answers: { 200: DeliveryPreview },
})
