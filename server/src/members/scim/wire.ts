import type { StoredGroup } from './groups.ts'
import type { Page } from './read-page.ts'
import type { ScimRefusal } from './scim-refusal.ts'
import type { StoredUser } from './users.ts'

/** What SCIM answers: RFC 7643 for resources, RFC 7644 for messages. `base`: the address of SCIM. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const metaOf = (
  base: string,
  kind: 'User' | 'Group',
  { id, createdAt, updatedAt }: Pick<StoredUser, 'id' | 'createdAt' | 'updatedAt'>,
) => ({
  resourceType: kind,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: `${base}/${kind}s/${id}`,
})

const externalOf = (externalId: string | null) => (externalId === null ? {} : { externalId })

export const toUser = (base: string, user: StoredUser) => ({
  schemas: [USER_SCHEMA],
  id: user.id,
  ...externalOf(user.externalId),
  userName: user.userName,
  displayName: user.name,
  name: { formatted: user.name },
  emails: [{ value: user.userName, type: 'work', primary: true }],
  active: user.active,
  groups: user.groups,
  meta: metaOf(base, 'User', user),
})

/** Microsoft Entra ID asks for groups without their members, which can be many. */
export const toGroup = (base: string, group: StoredGroup, withMembers = true) => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  ...externalOf(group.externalId),
  displayName: group.name,
  ...(withMembers ? { members: group.members } : {}),
  meta: metaOf(base, 'Group', group),
})

export const toList = <Item>(
  { total, items }: Page<Item>,
  start: number,
  toResource: (item: Item) => object,
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: start,
  itemsPerPage: items.length,
  Resources: items.map(toResource),
})

export const toError = ({
  status,
  scimType,
  message,
}: Pick<ScimRefusal, 'status' | 'scimType' | 'message'>) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
})
