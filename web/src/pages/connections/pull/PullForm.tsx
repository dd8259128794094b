import {
  LONGEST_SECRET,
  type PullAuth,
  type PullTry,
  type WholeConnection,
} from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { fieldsOf } from '../../../components/form/fields-of.ts'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { savePull, tryPull } from '../shared/connection-calls.ts'
import { useConnectionSaved } from '../shared/use-connection-saved.ts'
import styles from './pull.module.css'
import { auths, changeOf, formOf, hasName, hasSecond, schedules } from './pull-form.ts'
import { TriedPage } from './TriedPage.tsx'

const secretLabels: Partial<Record<PullAuth, string>> = {
  basic: t`User and password`,
  oauth: t`Client secret`,
}

const noteOf = (isKept: boolean): string =>
  isKept ? t`Set. Leave blank to keep it.` : t`It is stored encrypted and not shown again.`

/** Where pages are fetched, tried before it is saved. */
export function PullForm({ connection }: { connection: WholeConnection }) {
  const { id, pull } = connection
  const [before, setBefore] = useState(() => formOf(connection))
  const [given, setGiven] = useState(before)
  const [tried, setTried] = useState<PullTry>()
  const saved = useConnectionSaved()
  const change = (part: Partial<typeof given>) => setGiven({ ...given, ...part })
  const saving = useSubmit(
    () => savePull(id, changeOf(given, before)),
    answer => {
      saved(answer)
      setBefore(formOf(answer.connection))
      setGiven(formOf(answer.connection))
      setTried(undefined)
    },
  )
  const trying = useSubmit(() => tryPull(id, changeOf(given, before)), setTried)
  const failure = saving.failure ?? trying.failure
  const field = fieldsOf(given, change, failure)
  const isKept = pull?.has_secret === true && pull.auth === given.auth
  const isSecondKept = pull?.has_second_secret === true
  return (
    <div className={styles.columns}>
      <Form
        submission={{ ...saving, failure }}
        action={t`Save`}
        aside={
          <Button
            quiet
            busy={trying.busy}
            onClick={() => {
              saving.reset()
              void trying.submit()
            }}
          >
            {t`Try now`}
          </Button>
        }
      >
        <TextField
          label={t`Address`}
          type="url"
          required
          maxLength={2048}
          placeholder={t`https://example.com/bookings`}
          note={t`Addresses are shown to all owners. Enter keys and passwords as the secret below.`}
          {...field('url')}
        />
        <SelectField
          label={t`Schedule`}
          choices={schedules(given.every_seconds)}
          {...field('every_seconds')}
        />
        <SelectField label={t`Authentication`} choices={auths} {...field('auth')} />
        {hasName(given.auth) && (
          <TextField
            label={given.auth === 'header' ? t`Header name` : t`Parameter name`}
            required
            maxLength={128}
            placeholder={given.auth === 'header' ? t`X-Api-Key` : t`api_key`}
            {...field('header')}
          />
        )}
        {given.auth === 'oauth' && (
          <>
            <TextField
              label={t`Token address`}
              type="url"
              required
              maxLength={2048}
              placeholder={t`https://example.com/oauth/token`}
              note={t`A token is fetched here, and again when it ends.`}
              {...field('token_url', 'oauth.token_url')}
            />
            <TextField
              label={t`Client ID`}
              required
              maxLength={500}
              {...field('client_id', 'oauth.client_id')}
            />
            <TextField
              label={t`Scope`}
              maxLength={1000}
              note={t`Leave blank if the system asks for none.`}
              {...field('scope', 'oauth.scope')}
            />
          </>
        )}
        {given.auth !== 'none' && (
          <>
            <TextField
              label={secretLabels[given.auth] ?? t`Secret`}
              type="password"
              autoComplete="new-password"
              required={!isKept}
              maxLength={LONGEST_SECRET}
              note={[given.auth === 'basic' && t`As user:password.`, noteOf(isKept)]
                .filter(Boolean)
                .join(' ')}
              {...field('secret')}
            />
            <TextField
              label={t`Second header`}
              maxLength={128}
              placeholder={t`X-Account-Key`}
              note={t`For systems that want another secret in a header. Leave blank for none.`}
              {...field('second_header')}
            />
          </>
        )}
        {hasSecond(given) && (
          <TextField
            label={t`Second secret`}
            type="password"
            autoComplete="new-password"
            required={!isSecondKept}
            maxLength={LONGEST_SECRET}
            note={noteOf(isSecondKept)}
            {...field('second_secret')}
          />
        )}
        <TextField
          label={t`List of items`}
          maxLength={500}
          placeholder={t`$.bookings[*]`}
          note={t`Makes one event for each item. Leave blank if a page is one event.`}
          {...field('each')}
        />
        <TextField
          label={t`Next cursor`}
          maxLength={500}
          placeholder={t`$.next`}
          note={t`Where a page says what comes next. Leave blank to fetch the same page each time.`}
          {...field('cursor_path')}
        />
        <TextField
          label={t`Cursor parameter`}
          maxLength={100}
          placeholder={t`after`}
          note={t`The parameter of the address that has the cursor.`}
          {...field('cursor_parameter')}
        />
      </Form>
      <div role="status" aria-label={t`Tried page`}>
        {tried && <TriedPage tried={tried} onPath={change} />}
      </div>
    </div>
  )
}
