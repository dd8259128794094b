import {
  at,
  type Build,
  basicHeader,
  byBasic,
  form,
  goodForm,
  goodJson,
  headed,
  json,
  posingAs,
} from './token-request.ts'

/** A request that gets no token, and what it is. The word canary is in it wherever the caller's words could come back. */
export type RefusedCase = readonly [what: string, build: Build]

const wrongValues: readonly [string, unknown][] = [
  ['is missing', undefined],
  ['is null', null],
  ['is empty', ''],
  ['is a number', 42],
  ['is a boolean', true],
  ['is a list', ['canary']],
  ['is an object', { canary: 'canary' }],
]

const wrongFields: readonly RefusedCase[] = [
  ...['client_id', 'client_secret', 'grant_type'].flatMap((field): RefusedCase[] => [
    ...wrongValues.map(
      ([how, value]): RefusedCase => [`JSON whose ${field} ${how}`, json({ [field]: value })],
    ),
    [`a form whose ${field} is missing`, form({ [field]: undefined })],
    [`a form whose ${field} is empty`, form({ [field]: '' })],
  ]),
  ['the right client_id inside a list', json({ client_id: ['$ID'] })],
  ['the right client_secret inside a list', json({ client_secret: ['$SECRET'] })],
  ['the right grant_type inside a list', json({ grant_type: ['client_credentials'] })],
  ['the right scope inside a list', json({ scope: ['ALL:ALL'] })],
  ['a scope of null', json({ scope: null })],
  ['a scope that is a number', json({ scope: 42 })],
  ['the fields in a __proto__', json(`{"__proto__":{${goodJson}}}`)],
  ['the fields in a constructor.prototype', json(`{"constructor":{"prototype":{${goodJson}}}}`)],
  ['the fields in capitals', json(`{${goodJson.replaceAll(/"\w+":/g, key => key.toUpperCase())}}`)],
]

const unreadableBodies: readonly RefusedCase[] = [
  ['an empty body announced as JSON', json('')],
  ['no body and no content type', () => ({})],
  ['JSON cut off', json(`{${goodJson}`)],
  ['JSON with a comma too many', json(`{${goodJson},}`)],
  ['JSON with single quotes', json(`{${goodJson},'canary':1}`)],
  ['JSON with a comment', json(`{${goodJson}/* canary */}`)],
  ['JSON with NaN', json(`{${goodJson},"x":NaN}`)],
  ['JSON behind a byte order mark', json(`\ufeff{${goodJson}}`)],
  ['two JSON documents', json(`{${goodJson}}{${goodJson}}`)],
  ['a raw NUL in JSON', json(`{${goodJson},"x":"\0"}`)],
  ['a form announced as JSON', json(goodForm)],
  ['JSON announced as a form', form(`{${goodJson}}`)],
  ['JSON that is null', json('null')],
  ['JSON that is a boolean', json('true')],
  ['JSON that is a number', json('42')],
  ['JSON that is a string', json('"canary"')],
  ['JSON that is an empty list', json('[]')],
  ['a list of one good request', json(`[{${goodJson}}]`)],
]

const repeatedKeys: readonly RefusedCase[] = [
  ['a repeated client_id in JSON', json(`{${goodJson},"client_id":"$ID"}`)],
  ['a repeated client_secret in JSON', json(`{"client_secret":"canary",${goodJson}}`)],
  ['a repeated grant_type in JSON', json(`{"grant_type":"password",${goodJson}}`)],
  ['a repeated scope in JSON', json(`{${goodJson},"scope":"ALL:ALL","scope":"ALL:ALL"}`)],
  ['a repeated unknown key in JSON', json(`{${goodJson},"x":1,"x":1}`)],
  ['a repeated __proto__ in JSON', json(`{${goodJson},"__proto__":1,"__proto__":1}`)],
  ['a repeated key written with an escape', json(`{"client\\u005fid":"canary",${goodJson}}`)],
  ['a repeated key far from its colon', json(`{"client_id"${' '.repeat(500)}:"canary",${goodJson}}`)],
  ['a repeated key on its own line', json(`{"client_id"\r\n\t:"canary",${goodJson}}`)],
  ['a repeated key after nested ones', json(`{"client_id":"canary","x":{"y":[{"z":"}"}]},${goodJson}}`)],
  ['a repeated key after escaped quotes', json(`{"client_id":"canary","x":"\\"\\\\",${goodJson}}`)],
  ['a repeated client_id in a form', form(`${goodForm}&client_id=$ID`)],
  ['a repeated client_secret in a form', form(`client_secret=canary&${goodForm}`)],
  ['a repeated unknown key in a form', form(`${goodForm}&x=1&x=1`)],
  ['a repeated key in a form, percent-encoded', form(`${goodForm}&client%5Fid=canary`)],
  ['a repeated key in a form, empty at first', form(`client_id=&${goodForm}`)],
  ['a repeated key in a form, empty at last', form(`${goodForm}&client_id=`)],
  ['a repeated key in a form, always empty', form(`${goodForm}&x=&x=`)],
]

const inTheAddress: readonly RefusedCase[] = [
  ['everything in the query', at(`/oauth/token?${goodForm}`, () => ({}))],
  [
    'the credentials in the query',
    at('/oauth/token?client_id=$ID&client_secret=$SECRET', form('grant_type=client_credentials')),
  ],
  [
    'the credentials in the query and the body',
    at('/oauth/token?client_id=$ID&client_secret=$SECRET', json()),
  ],
  ['the client_secret in the query', at('/oauth/token?client_secret=$SECRET', json())],
  ['the client_id in the query', at('/oauth/token?client_id=$ID', json())],
  ['the client_secret in the query, percent-encoded', at('/oauth/token?client%5Fsecret=$SECRET', json())],
  ['a client_secret without a value in the query', at('/oauth/token?client_secret', json())],
  ['the client_secret in the query beside HTTP Basic', at('/oauth/token?client_secret=$SECRET', byBasic())],
]

const twoMechanisms: readonly RefusedCase[] = [
  ['HTTP Basic and JSON credentials', byBasic(json())],
  ['HTTP Basic and form credentials', byBasic(form())],
  ['HTTP Basic and a client_secret of null', byBasic(json({ client_id: undefined, client_secret: null }))],
  [
    'HTTP Basic and the client_id of another',
    byBasic(form('grant_type=client_credentials&client_id=canary')),
  ],
  [
    'HTTP Basic and a client_id that is a number',
    byBasic(json('{"grant_type":"client_credentials","client_id":42}')),
  ],
  [
    'HTTP Basic twice',
    client =>
      headed({ authorization: [basicHeader(client), 'Basic Y2FuYXJ5OmNhbmFyeQ=='] }, byBasic())(client),
  ],
  ['HTTP Basic without a grant_type', byBasic(form('scope=ALL:ALL'))],
  ['HTTP Basic without a body', byBasic(() => ({}))],
  ['a Bearer token and JSON credentials', headed({ authorization: 'Bearer canary' }, json())],
]

const contentTypes: readonly RefusedCase[] = [
  ...[
    'text/plain',
    'text/json',
    'application/xml',
    'application/gzip',
    'application/jsonp',
    'application/json-patch+json',
    'application/ld+json',
    'application/x-www-form-urlencoded-x',
    'multipart/form-data; boundary=x',
    ';',
    'canary',
  ].map((type): RefusedCase => [`the content type ${type}`, json({}, { 'content-type': type })]),
  ['a body without a content type', client => ({ body: json()(client).body as string })],
]

export const invalidRequests: readonly RefusedCase[] = [
  ...wrongFields,
  ...unreadableBodies,
  ...repeatedKeys,
  ...inTheAddress,
  ...twoMechanisms,
  ...contentTypes,
]

export const unsupportedGrants: readonly RefusedCase[] = [
  ...[
    'authorization_code',
    'password',
    'refresh_token',
    'CLIENT_CREDENTIALS',
    ' client_credentials',
    'client_credentials\0',
    'canary',
    '__proto__',
    '\ud800',
  ].map((grant): RefusedCase => [`the grant_type ${JSON.stringify(grant)}`, json({ grant_type: grant })]),
  ['the grant_type password in a form', form({ grant_type: 'password' })],
  ['the grant_type password by HTTP Basic', byBasic(form('grant_type=password'))],
  ['the grant_type password with a wrong secret', json({ grant_type: 'password', client_secret: 'canary' })],
  ['the grant_type password with a wrong scope', json({ grant_type: 'password', scope: 'canary' })],
]

export const invalidScopes: readonly RefusedCase[] = [
  ...['canary', 'ALL', 'all:all', ' ALL:ALL', 'ALL:ALL ALL:ALL', 'ALL:ALL canary', 'ALL:ALL\0', '\udfff'].map(
    (scope): RefusedCase => [`the scope ${JSON.stringify(scope)}`, json({ scope })],
  ),
  ['eight thousand scopes', json({ scope: 'a '.repeat(8_000) })],
  ['another scope in a form', form({ scope: 'canary' })],
  ['another scope by HTTP Basic', byBasic(form('grant_type=client_credentials&scope=canary'))],
  ['another scope with a wrong secret', json({ scope: 'canary', client_secret: 'canary' })],
]

export const invalidClients: readonly RefusedCase[] = [
  ['a wrong secret', json({ client_secret: 'canary' })],
  ['a wrong secret in a form', form({ client_secret: 'canary' })],
  ['an unknown client', json({ client_id: 'canary' })],
  ['an unknown client in a form', form({ client_id: 'canary' })],
  ['the secret in lower case', json(client => ({ client_secret: client.clientSecret.toLowerCase() }))],
  ['the secret cut by one letter', json(client => ({ client_secret: client.clientSecret.slice(0, -1) }))],
  ['the secret with a space behind', json({ client_secret: '$SECRET ' })],
  ['the secret with a NUL behind', json({ client_secret: '$SECRET\0' })],
  ['the client_id with a space behind', json({ client_id: '$ID ' })],
  ['the client_id with a NUL behind', json({ client_id: '$ID\0' })],
  ['the client_id in capitals', json(client => ({ client_id: client.clientId.toUpperCase() }))],
  ['client_id and client_secret changed round', json({ client_id: '$SECRET', client_secret: '$ID' })],
  ['a client_id that is a NUL', json({ client_id: '\0' })],
  ['a client_id that is half a surrogate pair', json({ client_id: '\ud83d' })],
  ['a client_secret that is half a surrogate pair', json({ client_secret: '\udc00' })],
  ['a client_id of 10,000 characters', json({ client_id: 'x'.repeat(10_000) })],
  ['a client_id named __proto__', json({ client_id: '__proto__' })],
  ['a client_id with SQL in it', json({ client_id: "$ID' OR ''='" })],
  ['a client_id that is a wildcard', json({ client_id: '%' })],
  ['the words undefined and null', form({ client_id: 'undefined', client_secret: 'null' })],
]

const saying = (authorization: string) => headed({ authorization }, byBasic())

export const refusedByBasic: readonly RefusedCase[] = [
  ['a wrong secret', posingAs({ clientSecret: 'canary' }, byBasic())],
  [
    'a wrong secret, with JSON',
    posingAs({ clientSecret: 'canary' }, byBasic(json('{"grant_type":"client_credentials"}'))),
  ],
  ['an unknown client', posingAs({ clientId: 'canary' }, byBasic())],
  ['an empty secret', posingAs({ clientSecret: '' }, byBasic())],
  ['an empty client_id', posingAs({ clientId: '' }, byBasic())],
  ['a NUL in the client_id', posingAs({ clientId: 'canary\0' }, byBasic())],
  ['no colon', saying(`Basic ${btoa('canary')}`)],
  ['no Base64', saying('Basic $$$')],
  ['nothing', saying('Basic')],
  ['a broken percent-encoding', saying(`Basic ${btoa('%zz:%')}`)],
  ['bytes that are no UTF-8', saying(`Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`)],
  ['another scheme', saying('Bearer canary')],
]
