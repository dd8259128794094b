import type { OrganisationSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { limitOf, textOf } from './numbers.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function BudgetsSection({ settings: { budgets } }: { settings: OrganisationSettings }) {
  const stored = { points: textOf(budgets.points_a_day), sms: textOf(budgets.sms_a_day) }
  const section = useSection(stored, ({ points, sms }) => ({
    settings: { budgets: { points_a_day: limitOf(points), sms_a_day: limitOf(sms) } },
  }))
  const { field } = section
  return (
    <Section
      title={t`Budgets`}
      about={t`When a day’s budget is used up, workflows skip whatever exceeds it, and the home page says so. Days follow your time zone. Leave blank for no limit.`}
      action={t`Save budgets`}
      own={['settings.budgets']}
      section={section}
    >
      <Fields>
        <TextField
          label={t`Points a day`}
          type="number"
          min={0}
          step={1}
          {...field('points', 'settings.budgets.points_a_day')}
        />
        <TextField
          label={t`SMS a day`}
          type="number"
          min={0}
          step={1}
          {...field('sms', 'settings.budgets.sms_a_day')}
        />
      </Fields>
    </Section>
  )
}
