import type { SingleSignOnAnswer } from '@millrace/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readSingleSignOn, removeSingleSignOn, saveSingleSignOn } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { AccessFields } from '../../features/member/AccessFields.tsx'
import { t } from '../../language/words.ts'
import { DomainProofs } from './DomainProofs.tsx'
import { ScimCard } from './ScimCard.tsx'
import styles from './SingleSignOn.module.css'
import { freshAccess, type GroupRow, signOnChange, signOnForm } from './sign-on-form.ts'

const signOnKey = ['single-sign-on']

const others = [
  { value: 'none', label: t`Have no access` },
  { value: 'some', label: t`Have this access` },
] as const

/** Members sign in at the organisation's identity provider. */
export function SingleSignOnPanel() {
  const stored = useQuery({
    queryKey: signOnKey,
    queryFn: ({ signal }) => asked(readSingleSignOn(signal)),
  })
  return (
    <Panel title={t`Single sign-on`}>
      <p>
        {t`Members sign in at your identity provider (OpenID Connect), and its groups decide their role and venues at each sign-in.`}
      </p>
      <Loaded query={stored}>
        {data => <SignOn key={data.settings?.updated_at ?? 'new'} stored={data} />}
      </Loaded>
    </Panel>
  )
}

function SignOn({ stored }: { stored: SingleSignOnAnswer }) {
  const [form, setForm] = useState(() => signOnForm(stored.settings))
  const [removing, setRemoving] = useState(false)
  const submission = useSubmit(
    () => saveSingleSignOn(signOnChange(form)),
    useChanged([signOnKey, ['session']]),
  )
  const removed = useChanged([signOnKey, ['session']], () => setRemoving(false))
  const { failure } = submission
  const field = fieldsOf(form, part => setForm({ ...form, ...part }), failure)
  const isNew = stored.settings === null
  return (
    <div className={styles.parts}>
      <div className={styles.part}>
        <p>
          {t`Register the redirect address at your provider.`}
          {!isNew && t` The sign-in link leads your members straight to it.`}
        </p>
        <SecretField label={t`Redirect address`} value={stored.redirect_uri} />
        {!isNew && <SecretField label={t`Sign-in link`} value={stored.sign_in_link} />}
      </div>
      {!isNew && <DomainProofs proofs={stored.proofs} queryKey={signOnKey} />}
      <div className={styles.part}>
        {!isNew && <h3>{t`Identity provider`}</h3>}
        <Form
          submission={submission}
          action={t`Save single sign-on`}
          aside={
            !isNew && (
              <Button quiet onClick={() => setRemoving(true)}>
                {t`Turn off…`}
              </Button>
            )
          }
        >
          <TextField
            label={t`Issuer`}
            required
            maxLength={500}
            note={t`The address of your identity provider, for example https://id.example.com.`}
            {...field('issuer')}
          />
          <TextField label={t`Client ID`} required maxLength={500} {...field('client_id')} />
          <TextField
            label={t`Client secret`}
            type="password"
            autoComplete="new-password"
            maxLength={1000}
            required={isNew}
            note={
              isNew
                ? t`Stored encrypted and never shown again.`
                : t`Leave blank to keep the stored one, which is never shown.`
            }
            {...field('client_secret')}
          />
          <TextField
            label={t`E-mail domains`}
            required
            note={t`Separated by commas. Only verified addresses in these domains can sign in, once each domain is proven to be yours.`}
            {...field('domains')}
          />
          <TextField
            label={t`Group claim`}
            required
            maxLength={200}
            note={t`Where the provider lists a person’s groups, often groups or roles.`}
            {...field('group_claim')}
          />
          <TextField
            label={t`Additional scopes`}
            note={t`If the provider needs one to send groups, for example groups.`}
            {...field('scopes')}
          />
          <Rows<GroupRow>
            what={t`Group`}
            rows={form.grants}
            fewest={0}
            most={100}
            fresh={() => ({ group: '', ...freshAccess })}
            onChange={grants => setForm({ ...form, grants })}
          >
            {(row, change, place) => (
              <>
                <TextField
                  label={t`Group at the provider`}
                  name={`grants.${place}.group`}
                  required
                  maxLength={200}
                  value={row.group}
                  onChange={group => change({ ...row, group })}
                  failure={failure}
                />
                <AccessFields
                  access={row}
                  onChange={access => change({ ...row, ...access })}
                  failure={failure}
                  within={`grants.${place}.`}
                />
              </>
            )}
          </Rows>
          <GroupFaults name="grants" failure={failure} />
          <SelectField
            label={t`People in none of these groups`}
            choices={others}
            {...field('others', 'default_grant')}
          />
          {form.others === 'some' && (
            <AccessFields
              access={form.default_grant}
              onChange={default_grant => setForm({ ...form, default_grant })}
              failure={failure}
              within="default_grant."
            />
          )}
          <CheckField
            label={t`Enforce for these domains`}
            note={t`Members with an address in these domains can no longer sign in with a password. Sign in with single sign-on yourself first.`}
            value={form.enforced}
            onChange={enforced => setForm({ ...form, enforced })}
          />
          <GroupFaults name="enforced" failure={failure} />
        </Form>
      </div>
      {!isNew && <ScimCard scim={stored.scim} queryKey={signOnKey} />}
      {removing && (
        <ConfirmDialog
          title={t`Turn single sign-on off?`}
          action={t`Turn off`}
          send={removeSingleSignOn}
          onDone={removed}
          onClose={() => setRemoving(false)}
        >
          <p>
            {t`Sessions that it started end. Members without a password need a link to set one, from the members page.`}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
