import type { Answer } from '../../api/answer.ts'
import type { Page } from '../../api/use-pages.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { toastFailure } from '../../toasts/toast-failure.ts'
import { toast } from '../../toasts/toasts.ts'
import { Button } from '../Button.tsx'
import { ConfirmedFileLink } from '../ConfirmedFileLink.tsx'
import { download } from '../download.ts'
import { FileLink } from '../FileLink.tsx'
import { csv } from './csv.ts'
import { MOST_ROWS, readAll } from './read-all.ts'
import type { Column } from './Table.tsx'

export interface CsvFile {
  /** Without its ending. */
  readonly name: string
  /** Where the server writes it, of any length. Absent: it is written here, from the columns with a text. */
  readonly address?: string
  /** Whether it has data about people: it asks for the password if that was some time ago. */
  readonly confirmed?: boolean
}

export interface CsvButtonProps<Row> {
  file: CsvFile
  columns: readonly Column<Row>[]
  askPage(cursor: string | null, signal: AbortSignal): Promise<Answer<Page<Row>>>
}

/** All rows that match the filter as a file, including those not loaded yet. */
export function CsvButton<Row>({ file, columns, askPage }: CsvButtonProps<Row>) {
  const { busy, submit } = useSubmit(
    async () => {
      const answer = await readAll(askPage, new AbortController().signal)
      if (!answer.ok) toastFailure(answer.failure)
      return answer
    },
    ({ rows, more }) => {
      const shown = columns.filter(({ text }) => text !== undefined)
      const lines = rows.map(row => shown.map(({ text }) => text?.(row)))
      download(`${file.name}.csv`, csv([shown.map(({ name }) => name), ...lines]), 'text/csv')
      if (more) toast(t`The file has the first ${number(MOST_ROWS)} rows.`, 'warn')
    },
  )
  if (file.address !== undefined) {
    const Link = file.confirmed ? ConfirmedFileLink : FileLink
    return (
      <Link href={file.address} name={`${file.name}.csv`}>
        {t`Download as CSV`}
      </Link>
    )
  }
  return (
    <Button quiet busy={busy} onClick={submit}>
      {t`Download as CSV`}
    </Button>
  )
}
