import type { GuestImportRequest } from '@millrace/client/source'
import { wrongUsage } from '../../terminal/failure.ts'

export interface ImportOptions {
  readonly visits?: string
  readonly map?: readonly string[]
  readonly format?: 'csv' | 'ndjson'
  readonly delimiter?: string
  readonly encoding?: 'utf-8' | 'windows-1252'
  readonly dateFormat?: NonNullable<GuestImportRequest['date_format']>
  readonly serial?: string
  readonly consentAt?: string
  readonly consentWhere?: string
  readonly consentWords?: string
}

const delimiters: Readonly<Record<string, NonNullable<GuestImportRequest['delimiter']>>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  '\t': '\t',
  '\\t': '\t',
  tab: '\t',
}

/** How the file is to be read, from the options of the command. */
export function requestOf(options: ImportOptions, fileName: string): GuestImportRequest {
  const { encoding, dateFormat: date_format, serial } = options
  const { consentAt: at, consentWhere: where, consentWords: words } = options
  const columns = Object.fromEntries((options.map ?? []).map(columnOf))
  const delimiter = options.delimiter === undefined ? undefined : delimiters[options.delimiter]
  if (options.delimiter !== undefined && delimiter === undefined)
    throw wrongUsage('--delimiter is a comma, a semicolon, a vertical bar or tab.')
  const consent = { ...(at && { at }), ...(where && { where }), ...(words && { words }) }
  return {
    format: options.format ?? (/\.(ndjson|jsonl|json)$/i.test(fileName) ? 'ndjson' : 'csv'),
    file_name: fileName.slice(0, 200),
    ...(options.visits && { kind: 'visits' as const, source: options.visits }),
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(date_format && { date_format }),
    ...(serial && { serial }),
    ...(Object.keys(consent).length > 0 && { consent }),
  }
}

/** The name of a column may have an equals sign in it, a field has none. */
function columnOf(text: string): [column: string, field: string] {
  const at = text.lastIndexOf('=')
  if (at <= 0) throw wrongUsage(`--map is "${text}"; give it as COLUMN=FIELD, such as --map Mobile=phone.`)
  return [text.slice(0, at), text.slice(at + 1)]
}
