import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { Failure } from '../../api/answer.ts'
import { sendTestEvent } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { listSources, readSource } from '../../api/sources.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { ComboField } from '../../components/form/ComboField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { ScalarRows } from '../../components/form/ScalarRows.tsx'
import type { ScalarRow } from '../../components/form/scalar-row.ts'
import { Panel } from '../../components/Panel.tsx'
import { type ChosenGuest, GuestPicker } from '../../features/guest/GuestPicker.tsx'
import { t } from '../../language/words.ts'
import { readParameters, rowsOf } from './parameters.ts'
import { type TestReceipt, TestResult } from './TestResult.tsx'
import { VenueChoice } from './VenueChoice.tsx'

/** The initial values of the form. */
export interface InitialValues {
  readonly guest?: ChosenGuest
  readonly source: string
  readonly serials: string[]
  readonly rows: ScalarRow[]
}

/** One of the hundred that an event may have is its source. */
const MOST_PARAMETERS = 99

export function SendEventForm({ initial }: { initial: InitialValues }) {
  const [guest, setGuest] = useState(initial.guest)
  const [source, setSource] = useState(initial.source)
  const [serials, setSerials] = useState(initial.serials)
  const [rows, setRows] = useState(initial.rows)
  const [receipt, setReceipt] = useState<TestReceipt>()

  const send = (dry_run: boolean) => async () => {
    const { parameters, faults } = readParameters(rows)
    if (Object.keys(faults).length > 0) return { ok: false, failure: faulty(faults) } as const
    return sendTestEvent({
      guest_id: guest?.id ?? '',
      serials: serials.map(serial => serial.trim()).filter(Boolean),
      parameters: { ...parameters, ...(source === '' ? {} : { source }) },
      dry_run,
    })
  }
  const real = useSubmit(send(false), answer => setReceipt({ ...answer, tried: false }))
  const dry = useSubmit(send(true), answer => setReceipt({ ...answer, tried: true }))
  const failure = real.failure ?? dry.failure
  const submitReal = (event?: SyntheticEvent) => {
    dry.reset()
    return real.submit(event)
  }
  const submitDry = () => {
    real.reset()
    return dry.submit()
  }
  return (
    <>
      <Panel narrow>
        <Form
          submission={{ ...real, failure, submit: submitReal }}
          action={t`Send event`}
          disabled={guest === undefined}
          aside={
            <Button quiet busy={dry.busy} disabled={guest === undefined} onClick={submitDry}>
              {t`Dry run`}
            </Button>
          }
        >
          <GuestPicker guest={guest} onChange={setGuest} />
          <Source source={source} failure={failure} onChange={setSource} onRows={setRows} />
          <VenueChoice serials={serials} failure={failure} onChange={setSerials} />
          <ScalarRows
            what={t`Parameter`}
            most={MOST_PARAMETERS}
            within="parameters"
            longestKey={100}
            nullable
            rows={rows}
            failure={failure}
            onChange={setRows}
          />
        </Form>
      </Panel>
      <div role="status">{receipt && <TestResult receipt={receipt} />}</div>
    </>
  )
}

/** Offers to fill in what the source usually sends, where that is known. */
function Source(props: {
  source: string
  failure: Failure | undefined
  onChange(source: string): void
  onRows(rows: ScalarRow[]): void
}) {
  const { source, failure, onChange, onRows } = props
  const sources = useQuery({ queryKey: ['sources'], queryFn: ({ signal }) => asked(listSources(signal)) })
  const known = (sources.data?.data ?? []).flatMap(one => one.source ?? [])
  const learnt = useQuery({
    queryKey: ['source', source],
    queryFn: ({ signal }) => asked(readSource(source, signal)),
    enabled: known.includes(source),
  })
  const usual = known.includes(source) && learnt.data?.source === source ? rowsOf(learnt.data.fields) : []
  return (
    <>
      <ComboField
        label={t`Source`}
        name="parameters.source"
        note={t`The system that would send it. Leave blank for an event without a source.`}
        maxLength={100}
        options={known.map(value => ({ value }))}
        value={source}
        failure={failure}
        onChange={onChange}
      />
      {usual.length > 0 && (
        <div>
          <Button quiet onClick={() => onRows(usual)}>
            {t`Fill in what this source usually sends`}
          </Button>
        </div>
      )}
    </>
  )
}

const faulty = (errors: Failure['errors']): Failure => ({
  kind: 'refused',
  status: 400,
  code: 'validation_failed',
  message: '',
  errors,
  requestId: undefined,
  body: undefined,
})
