import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'

/** A secret, the one time it is shown. */
export const ShownSecret = ({ secret }: { secret: string }) => (
  <Panel title="Copy the secret now">
    <Note tone="warn">It is stored encrypted and not shown again. If you lose it, replace it.</Note>
    <SecretField label="Secret" value={secret} />
  </Panel>
)
