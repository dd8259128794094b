import type { BoundField } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'

/** What a saved piece is called. */
export const PieceNameField = (field: Omit<BoundField<string>, 'name'>) => (
  <TextField required label={t`Name`} name="name" maxLength={100} {...field} />
)
