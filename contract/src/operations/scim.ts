import { catalogue } from './catalogue.ts'
import type { Operation } from './operation.ts'
import { operation } from './operation.ts'

const answers = { default: { description: 'A resource, a list or an error of SCIM 2.0' } } as const

/** Asked with the token of SCIM, which is checked before anything else; not by members or by clients of the API. */
const asked = <const Method extends Operation['method'], const Path extends `/scim/v2/${string}`>(
  method: Method,
  path: Path,
  summary: string,
) => operation({ method, path, access: 'public', summary, bodyLimit: 256 * 1024, answers })

/** SCIM 2.0 (RFC 7644), for identity providers. It is described by its own documents, not by the OpenAPI document. */
export const scim = catalogue({
  listScimUsers: asked('GET', '/scim/v2/Users', 'Find users'),
  createScimUser: asked('POST', '/scim/v2/Users', 'Create a user'),
  readScimUser: asked('GET', '/scim/v2/Users/:id', 'Read a user'),
  replaceScimUser: asked('PUT', '/scim/v2/Users/:id', 'Replace a user'),
  changeScimUser: asked('PATCH', '/scim/v2/Users/:id', 'Change a user'),
  deleteScimUser: asked('DELETE', '/scim/v2/Users/:id', 'Delete a user'),
  listScimGroups: asked('GET', '/scim/v2/Groups', 'Find groups'),
  createScimGroup: asked('POST', '/scim/v2/Groups', 'Create a group'),
  readScimGroup: asked('GET', '/scim/v2/Groups/:id', 'Read a group'),
  replaceScimGroup: asked('PUT', '/scim/v2/Groups/:id', 'Replace a group'),
  changeScimGroup: asked('PATCH', '/scim/v2/Groups/:id', 'Change a group or its members'),
  deleteScimGroup: asked('DELETE', '/scim/v2/Groups/:id', 'Delete a group'),
  readScimConfig: asked('GET', '/scim/v2/ServiceProviderConfig', 'What this SCIM can do'),
  listScimResourceTypes: asked('GET', '/scim/v2/ResourceTypes', 'The types of resources'),
  listScimSchemas: asked('GET', '/scim/v2/Schemas', 'The attributes of resources'),
})
