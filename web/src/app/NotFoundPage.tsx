import { LinkButton } from '../components/LinkButton.tsx'
import { Empty } from '../components/list/Empty.tsx'
import { PageHead } from '../components/PageHead.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHead title="There is no such page" />
      <Empty title="This address leads nowhere">
        <p>It may have been mistyped, or what it named is no longer there.</p>
        <LinkButton to="/">Go home</LinkButton>
      </Empty>
    </>
  )
}
