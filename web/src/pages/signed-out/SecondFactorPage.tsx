import { SecondFactorForm, type SecondFactorFormProps } from '../../features/sign-in/SecondFactorForm.tsx'
import { t } from '../../language/words.ts'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** What is asked after the password. */
export const SecondFactorPage = (props: SecondFactorFormProps) => (
  <SignedOutFrame title={t`Second factor`}>
    <SecondFactorForm {...props} />
  </SignedOutFrame>
)
