import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  AliasChange,
  ConnectionAnswer,
  ConnectionChange,
  ConnectionDeletion,
  ConnectionList,
  ConnectionRepair,
  ConnectionSecretAnswer,
  ConnectionVendorList,
  DeletedAnswer,
  DeliveryPage,
  DeliveryPreview,
  DeliveryState,
  MappingChange,
  MappingCheck,
  MappingQuestion,
  MappingRestore,
  MappingVersionList,
  NewConnection,
  ProofSettings,
  PullChange,
  PullTry,
  ReadAgainAnswer,
  RepairStart,
  SampleDelivery,
  SecretChange,
  TokenClaims,
  WholeConnection,
  WholeDelivery,
  WholeMappingVersion,
} from '../../dashboard/connections.ts'
import { JobAnswer } from '../../dashboard/jobs.ts'
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

export const previewConnectionDeletion = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/deletion',
  summary: 'What would be deleted with a connection, and what would stay',
  answers: { 200: ConnectionDeletion },
})

export const deleteConnection = operation({
  ...forOwners,
  method: 'DELETE',
  path: '/dashboard/api/connections/:id',
  confirmed: true,
  summary: 'Delete a connection with its deliveries; events stay',
  answers: { 200: DeletedAnswer },
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

export const setTokenClaims = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/claims',
  confirmed: true,
  summary: 'Say which issuer and audience signed tokens must have',
  body: TokenClaims,
  answers: { 200: ConnectionAnswer },
})

export const changeConnectionProof = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/proof',
  confirmed: true,
  summary: 'Say how the requests of any system prove their origin',
  body: ProofSettings,
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

export const savePull = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/pull',
  confirmed: true,
  summary: 'Fetch pages from an address at intervals, for a system without webhooks',
  body: PullChange,
  answers: { 200: ConnectionAnswer },
})

export const tryPull = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/pull/try',
  heavy: true,
  summary: 'Fetch one page and show what the mapping would make of it; nothing is stored',
  body: PullChange,
  answers: { 200: PullTry },
})

export const pullNow = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/pull/now',
  summary: 'Fetch the next page now, and not only when it is due',
  answers: { 200: ConnectionAnswer },
})

export const removePull = operation({
  ...forOwners,
  method: 'DELETE',
  path: '/dashboard/api/connections/:id/pull',
  summary: 'Fetch no more pages',
  answers: { 200: ConnectionAnswer },
})

export const listDeliveries = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/deliveries',
  mayBeBehind: true,
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
  summary: 'What a mapping would make of a delivery; nothing is stored',
  body: SampleDelivery,
  bodyLimit: LARGEST_SAMPLE,
  answers: { 200: DeliveryPreview },
})

export const checkMapping = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/mapping/check',
  heavy: true,
  summary: 'What a mapping would make of the last 100 deliveries; nothing is stored',
  body: MappingQuestion,
  answers: { 200: MappingCheck },
})

export const saveMapping = operation({
  ...forOwners,
  method: 'PUT',
  path: '/dashboard/api/connections/:id/mapping',
  summary: 'Save a new version of the mapping; held and failed deliveries are read again by it',
  body: MappingChange,
  answers: { 200: ConnectionAnswer },
})

export const listMappings = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/mappings',
  summary: 'The versions of the mapping, the newest first',
  answers: { 200: MappingVersionList },
})

export const readMapping = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/mappings/:version',
  summary: 'One version of the mapping',
  answers: { 200: WholeMappingVersion },
})

export const restoreMapping = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/mappings/:version/restore',
  summary: 'Save an earlier version of the mapping as the newest one',
  body: MappingRestore,
  answers: { 200: ConnectionAnswer },
})

export const readRepair = operation({
  ...forOwners,
  method: 'GET',
  path: '/dashboard/api/connections/:id/repair',
  summary: 'The last repair of a connection, and what it found',
  answers: { 200: ConnectionRepair },
})

export const startRepair = operation({
  ...forOwners,
  method: 'POST',
  path: '/dashboard/api/connections/:id/repair',
  summary: 'Compare what stored deliveries would make with what they made, or make what is new',
  description: 'Can be repeated: each event is made once. Events that exist are not changed.',
  body: RepairStart,
  answers: { 201: JobAnswer },
})
