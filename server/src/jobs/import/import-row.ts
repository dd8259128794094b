import type {
  GuestImport,
  GuestImportRequest,
  ImportCounts,
  ImportStatus,
} from '@millrace/contract/guest-import'
import type { Job } from '@millrace/contract/job'

/** What a job of this kind is asked to do. */
export interface ImportRequest {
  readonly import_id: string
  readonly action: 'trial' | 'import' | 'undo'
}

/** How far a file has been read. */
export interface ImportProgress {
  readonly byte: number
  /** The row that begins there. */
  readonly row: number
  /** null: nothing has been read yet. */
  readonly names: readonly string[] | null
  readonly delimiter: string
  readonly columns: Readonly<Record<string, string>>
  /** The byte is inside a line that was refused. */
  readonly inside_line: boolean
  readonly counts: ImportCounts
}

export const noCounts: ImportCounts = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  refusals_kept: 0,
}

export const notBegun: ImportProgress = {
  byte: 0,
  row: 1,
  names: null,
  delimiter: ',',
  columns: {},
  inside_line: false,
  counts: noCounts,
}

interface JobPart {
  readonly status: Job['status']
  readonly progress: object
  readonly result: object | null
  readonly finished_at: string | null
}

export interface ImportRow {
  readonly id: string
  readonly settings: GuestImportRequest
  readonly received: number
  readonly actor: string
  readonly action: 'trial' | 'import' | null
  readonly job_id: string | null
  readonly undo_job_id: string | null
  readonly has_imported: boolean
  readonly created_at: Date
  readonly job: JobPart | null
  readonly undo: JobPart | null
}

export const importColumns = `i.id, i.settings, i.received, i.actor, i.action, i.job_id, i.undo_job_id, i.has_imported, i.created_at,
  (SELECT to_jsonb(u) FROM (SELECT status, progress, result, finished_at FROM undertakings
     WHERE organisation_id = i.organisation_id AND id = i.job_id) AS u) AS job,
  (SELECT to_jsonb(u) FROM (SELECT status, progress, result, finished_at FROM undertakings
     WHERE organisation_id = i.organisation_id AND id = i.undo_job_id) AS u) AS undo`

const underWay = { trial: 'checking', import: 'importing' } as const
const over = { trial: 'checked', import: 'imported' } as const

/** What state an import is in, by its latest job. */
export function statusOf({ action, job, undo }: ImportRow): ImportStatus {
  const latest = undo ?? job
  if (latest === null || action === null) return 'receiving'
  if (latest.status === 'failed' || latest.status === 'cancelled') return latest.status
  if (undo !== null) return undo.status === 'running' ? 'undoing' : 'undone'
  return latest.status === 'running' ? underWay[action] : over[action]
}

/** As in the file: the database keeps the keys of an object in an order of its choice. */
const inOrder = ({ names, columns }: ImportProgress): Record<string, string> => ({
  ...Object.fromEntries((names ?? []).map(name => [name, columns[name] as string])),
  ...columns,
})

export function toImport(row: ImportRow): GuestImport {
  const progress = { ...notBegun, ...(row.job?.progress as ImportProgress | undefined) }
  const latest = row.undo ?? row.job
  const error = (latest?.result as { error?: string } | null)?.error ?? null
  const counts = row.undo?.progress as { deleted?: number; restored?: number; kept?: number } | undefined
  const { deleted = 0, restored = 0, kept = 0 } = counts ?? {}
  return {
    id: row.id,
    status: statusOf(row),
    kind: row.settings.kind ?? 'guests',
    source: row.settings.source ?? null,
    format: row.settings.format,
    file_name: row.settings.file_name ?? null,
    bytes_received: row.received,
    bytes_read: progress.byte,
    counts: progress.counts,
    columns: inOrder(progress),
    undo: row.undo === null ? null : { deleted, restored, kept },
    error,
    created_at: row.created_at.toISOString(),
    finished_at: latest?.finished_at == null ? null : new Date(latest.finished_at).toISOString(),
  }
}

/** Who changed a guest, for the guest's activity. */
export const actorOf = ({ actor, settings }: Pick<ImportRow, 'actor' | 'settings'>): string =>
  `${actor}, import of ${settings.file_name ?? 'a file'}`
