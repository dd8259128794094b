// Writes the collection from the OpenAPI document of a running server:
//
//   node examples/postman/generate.ts [http://127.0.0.1:8080]
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toCollection } from './collection.ts'
import type { OpenApiDocument } from './formats.ts'

const [server = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const document = (await (await fetch(`${server}/openapi.json`)).json()) as OpenApiDocument
const file = join(import.meta.dirname, 'millrace.postman_collection.json')
writeFileSync(file, JSON.stringify(toCollection(document)))
execFileSync(join(import.meta.dirname, '../../node_modules/.bin/biome'), ['format', '--write', file])
