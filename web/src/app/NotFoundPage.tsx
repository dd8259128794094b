import { LinkButton } from '../components/LinkButton.tsx'
import { Empty } from '../components/list/Empty.tsx'
import { PageHead } from '../components/PageHead.tsx'
import { t } from '../language/words.ts'

export function NotFoundPage() {
  return (
    <>
      <PageHead title={t`Page not found`} />
      <Empty title={t`Nothing at this address`}>
        <p>{t`Check the address for typing errors. What was here may also have been deleted.`}</p>
        <LinkButton to="/">{t`Go to the home page`}</LinkButton>
      </Empty>
    </>
  )
}
