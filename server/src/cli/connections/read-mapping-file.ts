import type { Mapping } from '@millrace/contract/connection-mapping'
import { readWrittenMapping } from '#connections/mapping/mapping-faults.ts'
import { readJsonFile } from '../command/read-json-file.ts'
import { printable } from '../terminal/align.ts'
import { Failure } from '../terminal/failure.ts'

/** As much as the dashboard takes. */
const LARGEST = 64 * 1024

/** The mapping in a file; what is wrong with it is said at each field. */
export function readMappingFile(path: string): Mapping {
  const written = readJsonFile(path)
  if (JSON.stringify(written).length > LARGEST) throw new Failure('A mapping has at most 64 KiB.')
  const read = readWrittenMapping(written)
  if ('mapping' in read) return read.mapping
  const faults = Object.entries(read.faults).map(([field, sentences]) => `  ${field} ${sentences.join(', ')}`)
  throw new Failure(['The mapping has faults:', ...faults.map(printable)].join('\n'))
}
