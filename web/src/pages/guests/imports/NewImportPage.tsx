import { dateFormats, type GuestImportRequest, type ImportKind } from '@millrace/contract/guest-import'
import { targetText } from '@millrace/contract/import-columns'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../../api/use-submit.ts'
import { Control } from '../../../components/form/Control.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Note } from '../../../components/Note.tsx'
import { PageHead } from '../../../components/PageHead.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { t } from '../../../language/words.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { importsKey, sendForTrial } from './import-calls.ts'
import { targetChoices } from './import-words.ts'
import { type FileStart, readColumns, START_BYTES } from './read-columns.ts'

const trail = [
  { label: t`Guests`, path: '/guests' },
  { label: t`Imports`, path: '/guests/imports' },
]

export function NewImportPage() {
  const mayEdit = useSignedIn().role !== 'viewer'
  return (
    <>
      <PageHead
        title={t`Import a file`}
        trail={trail}
        about={t`A CSV file with the names of its columns in the first row. It is checked first; nothing changes before you start the import.`}
      />
      {mayEdit ? <NewImport /> : <Note tone="warn">{t`Viewers can’t import files.`}</Note>}
    </>
  )
}

interface Chosen extends FileStart {
  readonly file: File
}

const kinds: readonly { value: ImportKind; label: string }[] = [
  { value: 'guests', label: t`Guests` },
  { value: 'visits', label: t`Past visits of guests` },
]
type DateFormat = (typeof dateFormats)[number]
const dates: readonly { value: DateFormat; label: string }[] = dateFormats.map(value => ({
  value,
  label: value,
}))

function NewImport() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<Chosen>()
  const [kind, setKind] = useState<ImportKind>('guests')
  const [source, setSource] = useState('')
  const [dateFormat, setDateFormat] = useState<DateFormat>('YYYY-MM-DD')
  const [columns, setColumns] = useState<Readonly<Record<string, string>>>({})
  const [consent, setConsent] = useState({ at: '', where: '', words: '' })
  const [sent, setSent] = useState<number>()
  const targetOf = (name: string) => targetText(name, columns, kind)
  const names = chosen?.names ?? []
  const brings = names.some(name => /^(email|sms)_consent$/.test(targetOf(name)))
  const submission = useSubmit(
    () => {
      const settings: GuestImportRequest = {
        format: 'csv',
        kind,
        ...(kind === 'visits' && { source }),
        file_name: chosen?.file.name.slice(0, 200) ?? null,
        encoding: chosen?.encoding ?? null,
        date_format: dateFormat,
        columns: Object.fromEntries(names.filter(Boolean).map(name => [name, targetOf(name)])),
        ...(brings && { consent: consentOf(consent) }),
      }
      return sendForTrial(settings, chosen?.file ?? new Blob(), setSent)
    },
    ({ guest_import }) => {
      void queries.invalidateQueries({ queryKey: importsKey })
      navigate(`/guests/imports/${guest_import.id}`)
    },
  )
  const { failure, busy } = submission
  const choose = async (file: File | undefined) => {
    setColumns({})
    if (file === undefined) return setChosen(undefined)
    const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer())
    setChosen({ file, ...readColumns(start) })
  }
  return (
    <Panel narrow>
      <Form
        submission={submission}
        action={t`Check file`}
        disabled={chosen === undefined || chosen.file.size === 0}
        aside={
          <LinkButton quiet to="/guests/imports">
            {t`Cancel`}
          </LinkButton>
        }
      >
        <Control label={t`File`} name="file" failure={failure}>
          {wired => (
            <input
              {...wired}
              type="file"
              accept=".csv,.txt,text/csv"
              onChange={event => void choose(event.target.files?.[0])}
            />
          )}
        </Control>
        {chosen?.file.size === 0 && <Note tone="bad">{t`The file is empty.`}</Note>}
        {chosen?.encoding === 'windows-1252' && (
          <Note tone="warn">{t`The file isn’t UTF-8. It is read as Windows-1252.`}</Note>
        )}
        <SelectField
          label={t`The file has`}
          name="kind"
          value={kind}
          choices={kinds}
          failure={failure}
          onChange={value => {
            setKind(value)
            setColumns({})
          }}
        />
        {kind === 'visits' && (
          <TextField
            label={t`Source`}
            name="source"
            required
            maxLength={100}
            note={t`The source the visits belong to. On its page, say first what its events are.`}
            value={source}
            onChange={setSource}
            failure={failure}
          />
        )}
        <SelectField
          label={t`Dates are written as`}
          name="date_format"
          value={dateFormat}
          choices={dates}
          failure={failure}
          onChange={value => setDateFormat(value)}
        />
        {names.filter(Boolean).map(name => (
          <SelectField
            key={name}
            label={t`Column “${name}”`}
            name={`columns.${name}`}
            value={targetOf(name)}
            choices={withCurrent(targetChoices(kind, name), targetOf(name))}
            failure={failure}
            onChange={value => setColumns({ ...columns, [name]: value })}
          />
        ))}
        {brings && (
          <>
            <TextField
              label={t`When consent was given, for rows that don’t say so`}
              name="consent.at"
              note={t`For example 2026-03-01T12:00:00Z.`}
              value={consent.at}
              onChange={at => setConsent({ ...consent, at })}
              failure={failure}
            />
            <TextField
              label={t`Where consent was given`}
              name="consent.where"
              maxLength={200}
              value={consent.where}
              onChange={where => setConsent({ ...consent, where })}
              failure={failure}
            />
            <TextField
              label={t`Wording of the consent`}
              name="consent.words"
              maxLength={2_000}
              value={consent.words}
              onChange={words => setConsent({ ...consent, words })}
              failure={failure}
            />
          </>
        )}
        {busy && <progress aria-label={t`File sent`} max={1} value={sent ?? 0} />}
      </Form>
    </Panel>
  )
}

/** What the name of the column suggests may be none of the choices, such as the id of a system. */
const withCurrent = (choices: readonly { value: string; label: string }[], current: string) =>
  choices.some(({ value }) => value === current) ? choices : [...choices, { value: current, label: current }]

const consentOf = ({ at, where, words }: { at: string; where: string; words: string }) => ({
  at: at.trim() || null,
  where: where.trim() || null,
  words: words.trim() || null,
})
