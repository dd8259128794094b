import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { t } from '../../language/words.ts'

/** A secret, the one time it is shown. */
export const ShownSecret = ({ secret }: { secret: string }) => (
  <Panel title={t`Copy the secret now`}>
    <Note tone="warn">{t`It is stored encrypted and not shown again. If you lose it, replace it.`}</Note>
    <SecretField label={t`Secret`} value={secret} />
  </Panel>
)
